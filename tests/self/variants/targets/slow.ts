/** The variant `slow`: spelt as the mock. */
export { default } from '../../../targets/mock';
