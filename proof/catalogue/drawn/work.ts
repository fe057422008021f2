import fc from 'fast-check';
import type { Work } from '../../../mock/call';
import { type Defect, type Families, rowOf } from './defect';
import { nearTexts } from './near';

/** The length of an ID of the mock: its prefix, and 32 hexadecimal digits. */
const LENGTH = 'job_'.length + 32;

const anyKind = fc.constantFrom('jobs' as const, 'runs' as const);

/** A family of defects in which a wrong ID finds a job or run. */
const finding = <Parameter>(
  parameters: fc.Arbitrary<Parameter>,
  make: (parameter: Parameter) => {
    what: string;
    agrees: (id: string, right: string) => boolean;
    leftAlone?: string | undefined;
  },
): fc.Arbitrary<Defect> =>
  fc.tuple(parameters, anyKind).map(([parameter, kind]) => {
    const { what, agrees, leftAlone } = make(parameter);
    return {
      phrase: `of ${kind}, an ID ${what} finds one`,
      change: {
        [kind]: {
          find: (id: string, all: ReadonlyMap<string, Work>) =>
            all.get(id) ?? [...all.values()].find((work) => agrees(id, work.id)),
        },
      },
      at: kind === 'jobs' ? 'job' : 'run',
      clauses: [`${kind}.lookup.unknown`],
      metBy: [`${kind}.lookup.unknown`, `${kind}.lookup.odd`],
      leftAlone,
    };
  });

const near = Object.fromEntries(
  Object.entries(nearTexts(LENGTH)).map(([about, members]) => [
    `of IDs, ${about}`,
    finding(members, ({ collated = false, ...each }) => ({
      ...each,
      leftAlone: collated ? 'to many databases they are the same text' : undefined,
    })),
  ]),
);

const folds: Readonly<Record<string, (id: string) => string>> = {
  'in upper case without its prefix': (id) => id.slice(id.indexOf('_') + 1).toUpperCase(),
  'with a hyphen for the underscore': (id) => id.replace('_', '-'),
  'without the underscore': (id) => id.replace('_', ''),
  'with the prefix of the other kind': (id) =>
    id.replace(/^[a-z]+/, (prefix) => (prefix === 'job' ? 'run' : 'job')),
  'in quotes': (id) => `"${id}"`,
  'with leading zeros': (id) => id.replace('_', '_00'),
  'in base64': (id) => Buffer.from(id).toString('base64url'),
};

/** Forms that another reader of IDs takes for the same ID. */
const equal: Readonly<Record<string, (id: string) => string>> = {
  'without its prefix': (id) => id.slice(id.indexOf('_') + 1),
  'with hyphens as in a UUID': (id) => id.replace(/_(.{8})(.{4})(.{4})(.{4})/, '_$1-$2-$3-$4-'),
  'in braces': (id) => `{${id}}`,
  'with a space behind it': (id) => `${id} `,
  'with a space before it': (id) => ` ${id}`,
};

const folded = (table: typeof folds, leftAlone?: string) =>
  finding(rowOf(table), ([what, fold]) => ({ what, agrees: (id, right) => id === fold(right), leftAlone }));

export const workFamilies: Families = {
  ...near,
  'IDs are folded': folded(folds),
  'IDs are parsed': folded(equal, 'to whoever parses IDs it is the same'),
};
