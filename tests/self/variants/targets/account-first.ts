/** The variant `account-first`: spelt as the mock. */
export { default } from '../../../targets/mock';
