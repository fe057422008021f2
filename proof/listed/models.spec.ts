import { proveChapter } from './prove';

proveChapter('models');
