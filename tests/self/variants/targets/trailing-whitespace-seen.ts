/** The variant `trailing-whitespace-seen`: spelt as the mock. */
export { default } from '../../../targets/mock';
