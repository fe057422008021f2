import type { Codes } from './generated/document';

/** The codes of part 7, from the document. */
export type ErrorCode = keyof Codes;
