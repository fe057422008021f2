/** The variant `another-word`: spelt as the mock. */
export { default } from '../../../targets/mock';
