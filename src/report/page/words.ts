import { suiteInfo } from '../../judge/data/suite-info';
import { capital } from '../../judge/texts/wording';
import type { Verdict } from '../../judge/verdict/check-verdicts';
import { type Html, html } from './html';

/** The mark of a verdict: a verdict is never shown by colour alone. */
export const marks: Record<Verdict, string> = {
  violates: '✕',
  inconclusive: '?',
  blocked: '!',
  deviates: '≈',
  conforms: '✓',
  'not tested': '–',
  unspecified: '○',
  unobservable: '·',
};

/** The class of a verdict. */
export const styleOf = (verdict: Verdict) => verdict.replace(' ', '-');

export function mark(verdict: Verdict): Html {
  return html`<span class="mark ${styleOf(verdict)}" aria-hidden="true">${marks[verdict]}</span>`;
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

/** A sentence with its `code` marked up as code. */
export function prose(sentence: string): Html[] {
  return cut(sentence)
    .split(/(`[^`]+`)/)
    .map((piece) => (piece.startsWith('`') ? html`<code>${piece.slice(1, -1)}</code>` : html`${piece}`));
}

/** A sentence with a link from each clause that it names, and its `code` marked up as code. */
export function linked(sentence: string): Html[] {
  return cut(sentence)
    .split(/\b([a-z]+(?:\.[a-z-]+)+)/)
    .map((piece) =>
      piece in suiteInfo.ledger ? html`<a href="#${piece}">${piece}</a>` : html`${prose(piece)}`,
    );
}
