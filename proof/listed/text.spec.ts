import { proveChapter } from './prove';

proveChapter('text');
