import { proveChapter } from './prove';

proveChapter('runs');
