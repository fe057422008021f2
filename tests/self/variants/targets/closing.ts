/** The variant `closing`: spelt as the mock. */
export { default } from '../../../targets/mock';
