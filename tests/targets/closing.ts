/** The guise `closing`: spelt as the mock. */
export { default } from './mock';
