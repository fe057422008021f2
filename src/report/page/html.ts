import { html as escaping } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { escapeControlCharacters } from '../../judge/texts/visible-text';

/** Markup, as opposed to text. It is an object at run time, though its type says string. */
export type Html = HtmlEscapedString;

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Hono's `html`, which escapes values. Text from a server first has its invisible characters made visible. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  // `html` returns a promise only if one of its values is a promise.
  return escaping(parts, ...values.map(shown)) as Html;
}

function shown(content: Content): Content {
  if (typeof content === 'string') return escapeControlCharacters(content);
  return Array.isArray(content) ? content.map(shown) : content;
}
