import { meetChapter } from './meet';

meetChapter('runs');
