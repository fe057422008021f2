import { html } from '../page/html';
import type { Decision } from './gate';
import type { SavedRecord } from './saved-record';

/** Approximate width of a character in an 11-pixel sans-serif font. */
const width = (text: string) => Math.round(text.length * 6.4) + 14;

/**
 * A badge for a README or a dashboard: `contract | conforms`, green where the gate passes and red where it
 * does not.
 */
export function badgeOf({ yes }: Decision, { result }: SavedRecord): string {
  const label = 'contract';
  const word = yes ? 'conforms' : result.outcome.word === 'conforms' ? 'no' : result.outcome.word;
  const [left, right] = [width(label), width(word)];
  // White text on either colour has a contrast of more than 4.5.
  const colour = yes ? '#1a7f37' : '#b42318';
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${word}">
<title>${label}: ${word}, ${result.target}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444c56"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="${left / 2}" y="14">${label}</text><text x="${left + right / 2}" y="14">${word}</text></g>
</svg>
`.toString();
}
