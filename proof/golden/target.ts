import { servers } from './servers';

/** The target file of every golden run: that of the server named in `GOLDEN_SERVER`. */
export default servers.find(({ name }) => name === process.env.GOLDEN_SERVER)?.target;
