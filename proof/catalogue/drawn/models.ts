import fc from 'fast-check';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import type { Defect, Families } from './defect';
import { nearTexts } from './near';
import { textScope, when } from './scope';

/** The shortest model name. Positions within it exist in every name. */
const shortest = 'acme-text-pro';

/** Accepts unknown model names if `agrees` is true. */
export const acceptingModels = (agrees: (name: string, id: string) => boolean): Change =>
  overrideChapter('models', (models) => ({
    named: (name, offered) =>
      models.named(name, offered) ?? offered.find(({ id, text }) => text && agrees(name, id)),
  }));

const accepting = <Parameter>(
  parameters: fc.Arbitrary<Parameter>,
  make: (parameter: Parameter) => [what: string, agrees: (name: string, id: string) => boolean],
): fc.Arbitrary<Defect> =>
  fc.tuple(parameters, textScope).map(([parameter, { noun, at, holds }]) => {
    const [what, agrees] = make(parameter);
    return {
      phrase: `a model name ${what} is accepted ${noun}`,
      change: when(holds, acceptingModels(agrees)),
      at,
      clauses: ['models.use.unlisted'],
    };
  });

const near = Object.fromEntries(
  Object.entries(nearTexts(shortest.length)).map(([about, members]) => [
    `of model names, ${about}`,
    accepting(members, ({ what, agrees }) => [what, agrees]),
  ]),
);

const separators = ['_', '.', ' ', '/', ':', ''] as const;
const spaces = [' ', '\t', '\n', '\u00a0', '\u2003', '\u3000', '\ufeff'] as const;
const codePoint = (space: string) => `U+${space.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
const prefixes = ['models/', 'openai/', 'acme/', 'acme:', 'v1/', 'publishers/acme/models/'] as const;
const suffixes = ':latest @latest -latest -001 -preview -v2 -2026-01-01 .5 -32k'.split(' ');

export const modelFamilies: Families = {
  ...near,
  'separators of model names are folded': accepting(fc.constantFrom(...separators), (sign) => [
    `with "${sign}" for each hyphen`,
    (name, id) => name === id.replaceAll('-', sign),
  ]),
  'white space around model names is dropped': accepting(
    fc.tuple(fc.constantFrom(...spaces), fc.boolean()),
    ([space, first]) => [
      `with ${codePoint(space)} ${first ? 'before' : 'behind'} it`,
      (name, id) => name === (first ? space + id : id + space),
    ],
  ),
  'what stands before a model name is dropped': accepting(fc.constantFrom(...prefixes), (prefix) => [
    `behind ${prefix}`,
    (name, id) => name === prefix + id,
  ]),
  'what stands behind a model name is dropped': accepting(fc.constantFrom(...suffixes), (suffix) => [
    `before ${suffix}`,
    (name, id) => name === id + suffix,
  ]),
};
