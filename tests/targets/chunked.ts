/** The guise `chunked`: spelt as the mock. */
export { default } from './mock';
