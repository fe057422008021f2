/** The guise `trailing-whitespace-seen`: spelt as the mock. */
export { default } from './mock';
