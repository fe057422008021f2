/** The guise `account-first`: spelt as the mock. */
export { default } from './mock';
