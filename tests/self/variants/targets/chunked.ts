/** The variant `chunked`: spelt as the mock. */
export { default } from '../../../targets/mock';
