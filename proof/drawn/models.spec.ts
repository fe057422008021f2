import { meetChapter } from './meet';

meetChapter('models');
