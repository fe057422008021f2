import { meetChapter } from './meet';

meetChapter('auth');
