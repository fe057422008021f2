import { meetChapter } from './meet';

meetChapter('credits');
