/** The guise `another-word`: spelt as the mock. */
export { default } from './mock';
