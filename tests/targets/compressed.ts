/** The guise `compressed`: spelt as the mock. */
export { default } from './mock';
