import { proveChapter } from './prove';

proveChapter('limits');
