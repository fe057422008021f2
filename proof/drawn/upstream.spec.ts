import { meetChapter } from './meet';

meetChapter('upstream');
