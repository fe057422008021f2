/** The variant `body-first`: spelt as the mock. */
export { default } from '../../../targets/mock';
