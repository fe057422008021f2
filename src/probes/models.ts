import { other, withAt } from './characters';
import { type Family, family, probe, probesIn } from './family';
import { freshName } from './ids';
import {
  atPlaces,
  extendedFamilies,
  inOtherCase,
  oneEditFamilies,
  type Syntax,
  truncatedFamilies,
} from './near';

/** Model names that are not listed, made from one that is. The sender checks that they are not listed. */

const kind: Syntax = {
  signs: `-_.:/@ +,;|!#$%&*=?~^'"()<>[]{}\\`,
  longest: 2000,
};
/**
 * A name of words with separators, as models have. Of other names, a service may say that they are no names
 * at all.
 */
export const isOrdinaryName = (name: string) =>
  name.length <= 64 && /^[A-Za-z0-9]+(?:[._:/@-][A-Za-z0-9]+)*$/.test(name);

/** models.use.unlisted. */
export const unlistedModels: Family[] = [
  family('another name', { everywhere: 2, once: 8 }, () => [
    ...probesIn({ random: freshName('model'), empty: '' }),
    ...'default auto latest gpt-4o text-pro mini any best gpt-4 test none * 0 null text pro nano'
      .split(' ')
      .map((text) => probe(text, text)),
  ]),
  atPlaces('one character changed', (name, at) =>
    probe(`character ${at + 1} changed`, withAt(name, at, other(name.charAt(at)))),
  ),
  ...oneEditFamilies(kind),
  family('in the other letter case', { everywhere: 1, once: 1 }, inOtherCase),
  ...truncatedFamilies(),
  family('same beginning, random rest', {}, (name) =>
    [4, name.length - 2].map((at) =>
      probe(`other characters from character ${at + 1} on`, `${name.slice(0, at)}${freshName('-x')}`),
    ),
  ),
  family('white space around it', { everywhere: 4, once: 4 }, (name) => [
    ...probesIn({
      'before a space': `${name} `,
      'after a space': ` ${name}`,
      'between several spaces': `   ${name}   `,
      'before a line break': `${name}\n`,
    }),
    ...['  ', '\n', '\r\n', '\t', '\u00a0', '\u2003', '\u2009', '\u3000', '\u200b', '\ufeff'].flatMap(
      (space) => [
        probe(`after ${JSON.stringify(space)}`, space + name),
        probe(`before ${JSON.stringify(space)}`, name + space),
      ],
    ),
  ]),
  family('another separator between its words', {}, (name) =>
    name.includes('-')
      ? ['_', '', ' ', '.', '/', ':', '--'].map((sign) =>
          probe(`- replaced by ${JSON.stringify(sign)}`, name.replaceAll('-', sign)),
        )
      : [],
  ),
  family('prefix added', {}, (name) => {
    const [service] = name.split('-');
    const paths = ['models/', 'openai/', 'v1/', 'text/', 'publishers/models/', '/', 'ft:'];
    const own = [`${service}/`, `${service}:`, `models/${service}/`, `publishers/${service}/models/`];
    return [...paths, ...own].map((path) => probe(`${path} prepended`, path + name));
  }),
  family('version added', { once: 6 }, (name) =>
    (
      ':latest @latest -latest -001 -v2 -preview -2026-01-01 :1 -1 -v1 .5 -beta -exp -2024-01-01 -20260101 ' +
      '-0613 -32k -instruct -turbo'
    )
      .split(' ')
      .map((version) => probe(`${version} appended`, name + version)),
  ),
  family('only some of its words', {}, (name) => {
    const words = name.split('-');
    return words
      .flatMap((_, from) => words.slice(from).map((_, more) => words.slice(from, from + more + 1).join('-')))
      .filter((part) => part !== name && part !== '')
      .map((part) => probe(`only ${part}`, part));
  }),
  ...extendedFamilies(kind),
];
