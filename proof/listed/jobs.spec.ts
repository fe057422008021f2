import { proveChapter } from './prove';

proveChapter('jobs');
