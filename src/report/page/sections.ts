import { type Row, wholeRows } from '../../judge/texts/failure-text';
import type { Section } from '../view';
import { type Html, html } from './html';
import { cut } from './words';

/**
 * A section of a view.
 * @param words how the page shows a sentence
 * @param open whether a folded section is unfolded
 */
export function sectionHtml(
  { title, items, folded }: Section,
  words: (sentence: string) => Html[],
  open = false,
): Html {
  const list = html`<ul>${items.map((each) => {
    const label = each.label && html` <span class="soft">[${each.label}]</span>`;
    if (each.rows.length === 0) return html`<li>${words(each.words)}${label}</li>`;
    return html`<li class="fault"><b>${words(each.words)}</b>${label}${rowsHtml(each.rows, words)}</li>`;
  })}</ul>`;
  if (!folded) return html`<section><h2>${title}</h2>${list}</section>\n`;
  return html`<details class="more"${open && html` open`}><summary>${title} (${items.length})</summary>${list}</details>\n`;
}

/** Rows with their names, each name once. */
export function rowsHtml(rows: readonly Row[], words: (sentence: string) => Html[]): Html {
  return html`<dl class="pairs">${rows.map(
    ([name, text], index) =>
      html`${rows[index - 1]?.[0] !== name && html`<dt>${name}</dt>`}<dd>${rowHtml(name, text, words)}</dd>`,
  )}</dl>`;
}

function rowHtml(name: string, text: string, words: (sentence: string) => Html[]): Html | Html[] {
  if (wholeRows.has(name)) return html`<code class="whole">${text}</code>`;
  return name === 'Error' ? html`<code>${cut(text)}</code>` : words(text);
}
