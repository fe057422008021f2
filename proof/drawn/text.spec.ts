import { meetChapter } from './meet';

meetChapter('text');
