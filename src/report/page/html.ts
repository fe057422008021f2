import { html as escaping } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { escapeControlCharacters } from '../../judge/visible-text';

/** Markup, as opposed to text: an object at run time, whatever its type says. */
export type Html = HtmlEscapedString;

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** `html` of Hono, which escapes; the text of a stranger is made visible first. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  // It is a promise only where a value is one.
  return escaping(parts, ...values.map(shown)) as Html;
}

function shown(content: Content): Content {
  if (typeof content === 'string') return escapeControlCharacters(content);
  return Array.isArray(content) ? content.map(shown) : content;
}
