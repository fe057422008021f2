import { proveChapter } from './prove';

proveChapter('upstream');
