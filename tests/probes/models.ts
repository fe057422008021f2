import fc from 'fast-check';
import { other, withAt } from './characters';
import type { Family, Probe } from './family';
import { freshName } from './ids';
import { cutShort, exchanged, foreignLetters, headless, leftOut, longer, putIn, twice } from './near';

/** Names of models that are not listed, made from one that is. Whoever sends one checks that it is not. */

const probe = (words: string, value: string): Probe => ({ words, value });
const swapped = (name: string) => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase());
/** The signs that may stand in a name, and some that do not. */
const kind = { signs: '-_.:/@ +,;|' };

export const unlistedModels: Family[] = [
  {
    name: 'another name',
    classic: () => [probe('random', freshName('model'))],
    drawn: () =>
      fc
        .constantFrom('default', 'auto', 'latest', 'gpt-4', 'test', 'none', '*', '0', 'null', 'text-pro')
        .map((text) => probe(text, text)),
  },
  {
    name: 'a character changed',
    every: (name) =>
      [...name].map((_, at) =>
        probe(`character ${at + 1} changed`, withAt(name, at, other(name.charAt(at)))),
      ),
    drawn: (name) =>
      fc
        .nat({ max: name.length - 1 })
        .map((at) => probe(`character ${at + 1} changed`, withAt(name, at, other(name.charAt(at))))),
  },
  leftOut(kind),
  twice(kind),
  putIn(kind),
  exchanged(kind),
  foreignLetters((letter) => letter),
  {
    name: 'in another case',
    classic: (name) => [probe('in another case', swapped(name))],
    drawn(name) {
      const letters = [...name].flatMap((sign, at) => (swapped(sign) === sign ? [] : [at]));
      if (letters.length === 0) return null;
      return fc
        .constantFrom(...letters)
        .map((at) =>
          probe(`character ${at + 1} in another case`, withAt(name, at, swapped(name.charAt(at)))),
        );
    },
  },
  { ...cutShort, classic: (name) => [probe('cut short', name.slice(0, -1))] },
  headless,
  {
    name: 'among white space',
    classic: (name) => [probe('before a space', `${name} `)],
    drawn: (name) =>
      fc
        .tuple(fc.constantFrom(...[' ', '\n', '\t', '\u00a0', '\u2003', '\u3000', '\ufeff']), fc.boolean())
        .map(([space, before]) =>
          probe(
            `${JSON.stringify(space)} ${before ? 'before' : 'behind'} it`,
            before ? space + name : name + space,
          ),
        ),
  },
  {
    name: 'with other signs between its words',
    drawn: (name) =>
      name.includes('-')
        ? fc
            .constantFrom('_', '', ' ', '.', '/', '--')
            .map((sign) => probe(`${JSON.stringify(sign)} for -`, name.replaceAll('-', sign)))
        : null,
  },
  {
    name: 'under a path or a version',
    drawn: (name) =>
      fc
        .constantFrom('models/', 'openai/', 'v1/', 'acme:', 'text/')
        .map((path) => probe(`behind ${path}`, path + name)),
  },
  ...longer(kind),
];
