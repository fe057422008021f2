import { visible } from '../../judge/visible';

/** Markup, as opposed to text: what `html` makes and what it takes unescaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Markup from a template: every value in it is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  const markup = parts.reduce((made, part, index) => made + markupOf(values[index - 1]) + part);
  return new Html(markup);
}

function markupOf(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(markupOf).join('');
  return escaped(String(content));
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
