import { proveChapter } from './prove';

proveChapter('open');
