import { servers } from './servers';

/** The target file of every golden run: that of the server which `GOLDEN_SERVER` names. */
export default servers.find(({ name }) => name === process.env.GOLDEN_SERVER)?.target;
