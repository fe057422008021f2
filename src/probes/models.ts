import { other, otherCase, withAt } from './characters';
import { countable, type Family, type Probe, probe } from './family';
import { freshName } from './ids';
import { extendedFamilies, oneEditFamilies, type Syntax, truncatedFamilies } from './near';

/** Model names that are not listed, made from one that is. The sender checks that they are not listed. */

const kind: Syntax = {
  signs: `-_.:/@ +,;|!#$%&*=?~^'"()<>[]{}\\`,
  longest: 2000,
};
const spaces = [' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u2003', '\u2009', '\u3000', '\u200b', '\ufeff'];
const paths = ['models/', 'openai/', 'v1/', 'text/', 'publishers/models/', '/', 'ft:'];
const versions =
  ':latest @latest -latest :1 -1 -001 -v1 -v2 .5 -preview -beta -exp -2024-01-01 -2026-01-01 -20260101 -0613 -32k -instruct -turbo'.split(
    ' ',
  );
const others =
  'default auto latest any best gpt-4 gpt-4o test none * 0 null text text-pro pro mini nano'.split(' ');

/** Names made by changing another name at each index, in order. */
const atEach = (name: string, edit: (text: string, at: number) => Probe | []) =>
  countable(name, (text) => Array.from(text, (_, at) => at).flatMap((at) => edit(text, at)));

/** Families with one edit at each index. Names are short, so the first operation gets all of them. */
const editedModels: Family[] = [
  atEach('one character changed', (name, at) =>
    probe(`character ${at + 1} changed`, withAt(name, at, other(name.charAt(at)))),
  ),
  ...oneEditFamilies(kind),
];

/**
 * A name of words with separators, as models have. Of other names, a service may say that they are no names
 * at all.
 */
export const isOrdinaryName = (name: string) =>
  name.length <= 64 && /^[A-Za-z0-9]+(?:[._:/@-][A-Za-z0-9]+)*$/.test(name);

/** A name with white space around it. */
export const amongWhiteSpace = countable(
  'white space around it',
  (name) =>
    spaces.flatMap((space) => [
      probe(`after ${JSON.stringify(space)}`, space + name),
      probe(`before ${JSON.stringify(space)}`, name + space),
    ]),
  (name) => [
    probe('before a space', `${name} `),
    probe('after a space', ` ${name}`),
    probe('between several spaces', `   ${name}   `),
    probe('before a line break', `${name}\n`),
  ],
);

/** models.use.unlisted. */
export const unlistedModels: Family[] = [
  countable(
    'another name',
    () => others.map((text) => probe(text, text)),
    () => [probe('random', freshName('model')), probe('empty', '')],
  ),
  ...editedModels,
  {
    ...atEach('in the other letter case', (name, at) => {
      const sign = name.charAt(at);
      return otherCase(sign) === sign
        ? []
        : probe(`character ${at + 1} in the other letter case`, withAt(name, at, otherCase(sign)));
    }),
    classic: (name) => (otherCase(name) === name ? [] : [probe('in the other letter case', otherCase(name))]),
  },
  ...truncatedFamilies(),
  atEach('same beginning, random rest', (name, at) =>
    probe(`other characters from character ${at + 2} on`, `${name.slice(0, at + 1)}${freshName('-x')}`),
  ),
  amongWhiteSpace,
  countable('another separator between its words', (name) =>
    name.includes('-')
      ? ['_', '', ' ', '.', '/', ':', '--'].map((sign) =>
          probe(`- replaced by ${JSON.stringify(sign)}`, name.replaceAll('-', sign)),
        )
      : [],
  ),
  countable('prefix added', (name) => {
    const [service] = name.split('-');
    return [
      ...paths,
      `${service}/`,
      `${service}:`,
      `models/${service}/`,
      `publishers/${service}/models/`,
    ].map((path) => probe(`${path} prepended`, path + name));
  }),
  countable('version added', (name) =>
    versions.map((version) => probe(`${version} appended`, name + version)),
  ),
  countable('only some of its words', (name) => {
    const words = name.split('-');
    return words.flatMap((_, from) =>
      words
        .slice(from)
        .map((_, more) => words.slice(from, from + more + 1).join('-'))
        .filter((part) => part !== name && part !== '')
        .map((part) => probe(`only ${part}`, part)),
    );
  }),
  ...extendedFamilies(kind),
];
