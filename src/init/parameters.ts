import { isObject } from '../judge/data/json';
import { unknown, unknownIn } from './endpoint';
import type { Item } from './references';

/** Required parameters as they are sent: by `style` and `explode`, or as values that nobody showed. */

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const encoded = (value: unknown) => encodeURIComponent(String(value));

/** The elements of a list or the fields of an object; undefined where nothing says how it is written. */
function membersOf(value: unknown): [name: string, value: unknown][] | undefined {
  const members = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  const isKnown = members.length > 0 && members.every(([, each]) => isPlain(each) && !unknownIn(each));
  return isKnown ? members : undefined;
}

/** Pairs of a query with `{name}` for each value, and these values. */
export function queryOf(
  { style = 'form', explode = style === 'form' || style === 'deepObject', content }: Item,
  name: string,
  value: unknown,
): { text: string; values: [string, string][] } {
  const key = encoded(name);
  if (content !== undefined && value !== undefined && unknownIn(value) === undefined)
    return { text: `${key}=${encoded(JSON.stringify(value))}`, values: [] };
  const joint = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' }[String(style)];
  const members = membersOf(value);
  const isList = Array.isArray(value);
  if (members !== undefined && style === 'deepObject' && explode === true && !isList)
    return {
      text: members.map(([each, at]) => `${key}%5B${encoded(each)}%5D=${encoded(at)}`).join('&'),
      values: [],
    };
  if (members !== undefined && joint !== undefined && (isList || style === 'form' || explode !== true)) {
    const pairs = members.map(([each, at]) => `${isList ? key : encoded(each)}=${encoded(at)}`);
    const joined = members.flatMap(([each, at]) => (isList ? [at] : [each, at])).map(encoded);
    return { text: explode === true ? pairs.join('&') : `${key}=${joined.join(joint)}`, values: [] };
  }
  return { text: `${key}={${name}}`, values: [[name, isPlain(value) ? String(value) : unknown(name)]] };
}

/** The value of a name in a path. */
export function segmentOf({ style = 'simple' }: Item, name: string, value: unknown): string {
  return isPlain(value) && style === 'simple' ? String(value) : unknown(name);
}

/** The value of a header. */
export function headerOf({ explode, content }: Item, name: string, value: unknown): string {
  if (isPlain(value)) return String(value);
  if (content !== undefined && value !== undefined) return JSON.stringify(value);
  const members = membersOf(value) ?? [];
  const pair = explode === true ? '=' : ',';
  const texts = members.map(([each, at]) => (Array.isArray(value) ? `${at}` : `${each}${pair}${at}`));
  return texts.join(',') || unknown(name);
}

/** The value of the header Cookie. */
export function cookieOf(cookies: readonly { name: string; value: unknown }[]): string {
  const isSent = (value: unknown) =>
    isPlain(value) && !unknownIn(value) && /^[^\s",;\\]*$/.test(String(value));
  const open = cookies.filter(({ value }) => !isSent(value)).map(({ name }) => name);
  return open.length > 0
    ? unknown(`cookie ${open.join(', ')}`)
    : cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
