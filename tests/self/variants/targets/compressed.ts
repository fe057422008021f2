/** The variant `compressed`: spelt as the mock. */
export { default } from '../../../targets/mock';
