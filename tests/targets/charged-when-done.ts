/** The guise `charged-when-done`: spelt as the mock. */
export { default } from './mock';
