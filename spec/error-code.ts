import type { Codes } from './generated/document';

/** The codes of part 7, as the document lists them. */
export type ErrorCode = keyof Codes;
