import { proveChapter } from './prove';

proveChapter('auth');
