import { proveChapter } from './prove';

proveChapter('workflows');
