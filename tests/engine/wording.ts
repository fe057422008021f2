import { mask } from '../drive/secrets';

/** The longest text that is searched for secrets and then cut. */
const START = 4096;

/** What an answer looks like to a reader: `401 text/html: <!DOCTYPE html>...`. */
export function inWords(answer: { status: number; contentType: string; text: string | null }): string {
  const { status, contentType, text } = answer;
  if (text === null) return `${status} with bytes that are no UTF-8`;
  const start = text.slice(0, START).replace(/\s+/g, ' ').trim();
  if (start === '') return `${status} with an empty body`;
  return `${status} ${contentType || 'without a content type'}: ${cut(start, 60)}`;
}

/** The start of a text from the server, in quotes. */
export function quote(text: string): string {
  return JSON.stringify(cut(text, 80));
}

/** Masked before it is cut: half a key is still half a secret. */
function cut(text: string, length: number): string {
  const masked = mask(text.slice(0, START));
  return masked.length > length ? `${masked.slice(0, length)}...` : masked;
}
