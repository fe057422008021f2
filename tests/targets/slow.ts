/** The guise `slow`: spelt as the mock. */
export { default } from './mock';
