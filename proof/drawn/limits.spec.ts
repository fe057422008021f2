import { meetChapter } from './meet';

meetChapter('limits');
