import { meetChapter } from './meet';

meetChapter('jobs');
