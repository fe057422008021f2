/** The guise `body-first`: spelt as the mock. */
export { default } from './mock';
