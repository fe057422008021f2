import fc from 'fast-check';
import { other, withAt } from './characters';
import type { Family, Probe } from './family';
import { freshName } from './ids';

/** Names of models that are not listed, made from one that is. Whoever sends one checks that it is not. */

const probe = (words: string, value: string): Probe => ({ words, value });
const swapped = (name: string) => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase());
const word = fc.string({
  unit: fc.constantFrom(...'abcdefghkmnpqrstvwxyz234567-'),
  minLength: 1,
  maxLength: 8,
});

export const unlistedModels: Family[] = [
  {
    name: 'another name',
    classic: () => [probe('random', freshName('model'))],
    drawn: () => word.map((more) => probe('random', `${freshName('model')}-${more}`)),
  },
  {
    name: 'a character changed',
    drawn: (name) =>
      fc
        .nat({ max: name.length - 1 })
        .map((at) => probe(`character ${at + 1} changed`, withAt(name, at, other(name.charAt(at))))),
  },
  {
    name: 'in another case',
    classic: (name) => [probe('in another case', swapped(name))],
    drawn: (name) =>
      fc
        .nat({ max: name.length - 1 })
        .map((at) =>
          probe(`character ${at + 1} in another case`, withAt(name, at, swapped(name.charAt(at)))),
        ),
  },
  {
    name: 'cut short',
    classic: (name) => [probe('cut short', name.slice(0, -1))],
    drawn: (name) =>
      fc
        .integer({ min: 1, max: name.length - 1 })
        .map((length) => probe(`its first ${length} characters`, name.slice(0, length))),
  },
  {
    name: 'with more behind it',
    classic: (name) => [probe('one character longer', `${name}x`), probe('before a space', `${name} `)],
    drawn: (name) => word.map((more) => probe(`with ${more} behind it`, name + more)),
  },
  {
    name: 'with more before it',
    drawn: (name) =>
      fc
        .oneof(word, fc.constantFrom('models/', ' ', 'v1/'))
        .map((more) => probe(`with ${more} before it`, more + name)),
  },
  {
    name: "without the service's word",
    drawn: (name) =>
      name.includes('-')
        ? fc.constant(probe("without the service's word", name.slice(name.indexOf('-') + 1)))
        : null,
  },
];
