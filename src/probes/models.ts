import { other, otherCase, withAt } from './characters';
import { type Family, family, probe } from './family';
import { freshName } from './ids';
import { atPlaces, extendedFamilies, oneEditFamilies, type Syntax, truncatedFamilies } from './near';

/** Model names that are not listed, made from one that is. The sender checks that they are not listed. */

const kind: Syntax = {
  signs: `-_.:/@ +,;|!#$%&*=?~^'"()<>[]{}\\`,
  longest: 2000,
};
const spaces = [' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u2003', '\u2009', '\u3000', '\u200b', '\ufeff'];
const paths = ['models/', 'openai/', 'v1/', 'text/', 'publishers/models/', '/', 'ft:'];
const versions =
  ':latest @latest -latest -001 -v2 -preview -2026-01-01 :1 -1 -v1 .5 -beta -exp -2024-01-01 -20260101 -0613 -32k -instruct -turbo'.split(
    ' ',
  );
const others =
  'default auto latest gpt-4o text-pro mini any best gpt-4 test none * 0 null text pro nano'.split(' ');

/**
 * A name of words with separators, as models have. Of other names, a service may say that they are no names
 * at all.
 */
export const isOrdinaryName = (name: string) =>
  name.length <= 64 && /^[A-Za-z0-9]+(?:[._:/@-][A-Za-z0-9]+)*$/.test(name);

const versioned = (name: string, some: string[]) =>
  some.map((version) => probe(`${version} appended`, name + version));

/** models.use.unlisted. */
export const unlistedModels: Family[] = [
  family('another name', {
    everywhere: () => [probe('random', freshName('model')), probe('empty', '')],
    once: () => others.slice(0, 6).map((text) => probe(text, text)),
    deep: () => others.map((text) => probe(text, text)),
  }),
  atPlaces('one character changed', (name, at) =>
    probe(`character ${at + 1} changed`, withAt(name, at, other(name.charAt(at)))),
  ),
  ...oneEditFamilies(kind),
  family('in the other letter case', {
    everywhere: (name) =>
      otherCase(name) === name ? [] : [probe('in the other letter case', otherCase(name))],
    deep: (name) =>
      [...name].flatMap((sign, at) =>
        otherCase(sign) === sign
          ? []
          : probe(`character ${at + 1} in the other letter case`, withAt(name, at, otherCase(sign))),
      ),
  }),
  ...truncatedFamilies(),
  family('same beginning, random rest', {
    once: (name) =>
      [4, name.length - 2].map((at) =>
        probe(`other characters from character ${at + 1} on`, `${name.slice(0, at)}${freshName('-x')}`),
      ),
  }),
  family('white space around it', {
    everywhere: (name) => [
      probe('before a space', `${name} `),
      probe('after a space', ` ${name}`),
      probe('between several spaces', `   ${name}   `),
      probe('before a line break', `${name}\n`),
    ],
    deep: (name) =>
      spaces.flatMap((space) => [
        probe(`after ${JSON.stringify(space)}`, space + name),
        probe(`before ${JSON.stringify(space)}`, name + space),
      ]),
  }),
  family('another separator between its words', {
    once: (name) =>
      name.includes('-')
        ? ['_', '', ' ', '.', '/', ':', '--'].map((sign) =>
            probe(`- replaced by ${JSON.stringify(sign)}`, name.replaceAll('-', sign)),
          )
        : [],
  }),
  family('prefix added', {
    once(name) {
      const [service] = name.split('-');
      return [
        ...paths,
        `${service}/`,
        `${service}:`,
        `models/${service}/`,
        `publishers/${service}/models/`,
      ].map((path) => probe(`${path} prepended`, path + name));
    },
  }),
  family('version added', {
    once: (name) => versioned(name, versions.slice(0, 6)),
    deep: (name) => versioned(name, versions),
  }),
  family('only some of its words', {
    once(name) {
      const words = name.split('-');
      return words.flatMap((_, from) =>
        words
          .slice(from)
          .map((_, more) => words.slice(from, from + more + 1).join('-'))
          .filter((part) => part !== name && part !== '')
          .map((part) => probe(`only ${part}`, part)),
      );
    },
  }),
  ...extendedFamilies(kind),
];
