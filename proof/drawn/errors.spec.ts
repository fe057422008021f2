import { meetChapter } from './meet';

meetChapter('errors');
