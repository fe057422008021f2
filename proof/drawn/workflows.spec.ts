import { meetChapter } from './meet';

meetChapter('workflows');
