import { proveChapter } from './prove';

proveChapter('credits');
