import { proveChapter } from './prove';

proveChapter('service');
