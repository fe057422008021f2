import { meetChapter } from './meet';

meetChapter('service');
