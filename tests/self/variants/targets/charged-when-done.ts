/** The variant `charged-when-done`: spelt as the mock. */
export { default } from '../../../targets/mock';
