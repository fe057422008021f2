import { capital } from '../../judge/texts/wording';
import type { Verdict } from '../../judge/verdict/check-verdicts';
import { type Html, html } from './html';

/** The mark and word of a verdict: a verdict is never shown by colour alone. */
export const marks: Record<Verdict, { mark: string; style: string }> = {
  violates: { mark: '✕', style: 'violates' },
  inconclusive: { mark: '?', style: 'inconclusive' },
  blocked: { mark: '!', style: 'blocked' },
  deviates: { mark: '≈', style: 'deviates' },
  conforms: { mark: '✓', style: 'conforms' },
  'not tested': { mark: '–', style: 'not-tested' },
  unspecified: { mark: '○', style: 'unspecified' },
  unobservable: { mark: '·', style: 'unobservable' },
};

export function mark(verdict: Verdict): Html {
  return html`<span class="mark ${marks[verdict].style}" aria-hidden="true">${marks[verdict].mark}</span>`;
}

/** A sentence as a headline. An address at its start keeps its small letter. */
export function headline(sentence: string): string {
  return /^https?:/.test(sentence) ? sentence : capital(sentence);
}

/** The greatest number of characters that the page shows of a text. */
const longest = 4096;

export function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)} ... (${text.length} characters)` : text;
}

/** A clause sentence with its `code` marked up as code. */
export function prose(sentence: string): Html[] {
  return sentence
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`));
}
