import fc from 'fast-check';
import { whenRejected } from '../../../mock/answers';
import { overrideChapter } from '../../../mock/behaviour';
import type { Block } from '../../../mock/call';
import {
  accepting,
  acceptsWrongKind,
  charging,
  describingSome,
  type Holds,
  placeOf,
  rejecting,
} from '../../../mock/defects/workflows';
import {
  connectionsOf,
  type FaultyConnection,
  kindOf,
  workflows as reference,
} from '../../../mock/workflows';
import { misnamings } from './bodies';
import { type Defect, type Families, rowOf } from './defect';

type Reason = FaultyConnection['reason'];

const wordsOf: Readonly<Record<Reason, string>> = {
  later: 'a later block',
  self: 'itself',
  'no-block': 'a block that is not there',
  'missing-field': 'a missing field',
  'mismatched-kind': 'a mismatched kind',
};
const anyReason = fc.constantFrom(...(Object.keys(wordsOf) as Reason[]));
/** The three faults that the contract names. */
const exact = fc.constantFrom('later' as const, 'missing-field' as const, 'mismatched-kind' as const);

/** The longest chains that checks send have five blocks. */
const anyPlace = fc.nat(4);
const anyLength = fc.integer({ min: 2, max: 5 });
const anyDistance = fc.integer({ min: 1, max: 4 });
const anyType = fc.constantFrom(...Object.keys(reference.types));
const typeAt = (place: number, blocks: readonly Block[]) => blocks[place]?.type;
const outputsOf = (type = '') => Object.keys(reference.types[type]?.outputs ?? {});

/** Whether a chain of the longest kind can have a fault of this kind at this place. */
const isPossible = ([reason, place]: readonly [Reason, number]) =>
  reason === 'later' ? place < 4 : place > 0 || reason === 'self' || reason === 'no-block';
const anyFault = fc.tuple(anyReason, anyPlace).filter(isPossible);
const exactFault = fc.tuple(exact, anyPlace).filter(isPossible);

/** A family of defects that accept faults of a kind if `where` is true. */
const overlooking = <Parameter>(
  parameters: fc.Arbitrary<[Reason, Parameter]>,
  make: (parameter: Parameter, fault: string) => [phrase: string, where: Holds],
): fc.Arbitrary<Defect> =>
  parameters.map(([reason, parameter]) => {
    const [phrase, where] = make(parameter, wordsOf[reason]);
    return {
      phrase,
      change: accepting((connection, blocks) => connection.reason === reason && where(connection, blocks)),
      at: 'workflow',
      clauses: [`workflows.reference.${reason}`],
    };
  });

const kinds = ['text', 'number', 'image'];
const kindPairs = kinds.flatMap((read) =>
  kinds.flatMap((wanted) => (read === wanted ? [] : [[read, wanted] as const])),
);

/** How a server may take a missing field for the one that is there. */
const misspelt: Readonly<Record<string, (field: string, right: string) => boolean>> = {
  'with a sign behind it': (field, right) => field.length === right.length + 1 && field.startsWith(right),
  'cut short': (field, right) => right.startsWith(field) && field.length < right.length && field !== '',
  'with two letters swapped': (field, right) =>
    field !== right && [...field].sort().join() === [...right].sort().join(),
};

const names = 'output result value data id name type inputs outputs state length constructor toString'.split(
  ' ',
);

const missingField = (phrase: string, holds: Holds): Defect => ({
  phrase,
  change: accepting(
    (connection, blocks) => connection.reason === 'missing-field' && holds(connection, blocks),
  ),
  at: 'workflow',
  clauses: ['workflows.reference.missing-field'],
});

/** Every input, with each kind that it accepts. */
const accepted = Object.entries(reference.types).flatMap(([type, { inputs }]) =>
  Object.entries(inputs).flatMap(([input, kinds]) => kinds.map((kind) => ({ type, input, kind }))),
);

const sound = (phrase: string, change: Defect['change']): Defect => ({
  phrase,
  change,
  at: 'workflow',
  clauses: ['workflows.chain.accepted'],
});

export const workflowFamilies: Families = {
  'a place of a chain is unchecked': overlooking(anyFault, (place, fault) => [
    `block ${place + 1} of a chain may read ${fault}`,
    ({ position }) => position === place,
  ]),
  'chains of a length are unchecked': overlooking(fc.tuple(anyReason, anyLength), (length, fault) => [
    `in a chain of ${length} blocks one may read ${fault}`,
    (_, blocks) => blocks.length === length,
  ]),
  'the second reference of a block is unchecked': overlooking(
    fc.tuple(anyReason, fc.constantFrom('shorten', 'resize')),
    (type, fault) => [
      `the second reference of a block ${type} may read ${fault}`,
      ({ position, input }, blocks) =>
        typeAt(position, blocks) === type &&
        connectionsOf(blocks)
          .filter((each) => each.position === position)
          .findIndex((each) => each.input === input) > 0,
    ],
  ),
  'references over a distance are unchecked': overlooking(fc.tuple(exact, anyDistance), (distance, fault) => [
    `a block may read ${fault} ${distance} blocks away`,
    ({ block, position }, blocks) => Math.abs(placeOf(block, blocks) - position) === distance,
  ]),
  'a type of block is unchecked': overlooking(fc.tuple(anyReason, anyType), (type, fault) => [
    `a block ${type} may read ${fault}`,
    ({ position }, blocks) => typeAt(position, blocks) === type,
  ]),
  'what a type of block gives is unchecked': overlooking(
    fc.tuple(fc.constantFrom('later' as const, 'missing-field' as const), anyType),
    (type, fault) => [
      `of a block ${type}, ${fault} may be read`,
      ({ block }, blocks) => typeAt(placeOf(block, blocks), blocks) === type,
    ],
  ),
  'chains with several faults are accepted': fc
    .tuple(anyReason, fc.integer({ min: 2, max: 3 }))
    .map(([reason, many]) => ({
      phrase: `a block may read ${wordsOf[reason]} where the chain has ${many} faults or more`,
      change: ({ workflows: { faulty, types } }) =>
        accepting(
          (connection, blocks) => connection.reason === reason && faulty(blocks, types).length >= many,
        ),
      at: 'workflow',
      clauses: [`workflows.reference.${reason}`],
    })),
  'a faulty chain is accepted when it comes again': fc
    .tuple(anyReason, fc.integer({ min: 2, max: 4 }))
    .map(([reason, nth]) => ({
      phrase: `a block may read ${wordsOf[reason]} when the chain comes for the ${nth}th time`,
      change: () => {
        const seen = new Map<string, number>();
        return accepting((connection, blocks) => {
          if (connection.reason !== reason) return false;
          const chain = JSON.stringify(blocks);
          const times = (seen.get(chain) ?? 0) + 1;
          seen.set(chain, times);
          return times >= nth;
        });
      },
      at: 'workflow',
      clauses: [`workflows.reference.${reason}`],
    })),
  'a pair of kinds is not told apart': fc.constantFrom(...kindPairs).map(([read, wanted]) => ({
    phrase: `a ${read} is accepted for a ${wanted}`,
    change: acceptsWrongKind(read, wanted),
    at: 'workflow',
    clauses: ['workflows.reference.mismatched-kind'],
  })),
  'a misspelt field is taken for one that is there': rowOf(misspelt).map(([how, holds]) =>
    missingField(`a field ${how} is taken for the one that is there`, ({ block, field }, blocks) =>
      outputsOf(typeAt(placeOf(block, blocks), blocks)).some((right) => holds(field, right)),
    ),
  ),
  'a field that no block has is accepted': fc
    .constantFrom(...names)
    .map((name) => missingField(`the field ${name} of any block is accepted`, ({ field }) => field === name)),
  'a field of another type of block is accepted': anyType.map((type) =>
    missingField(`a field of ${type} is accepted of any block`, ({ field }) =>
      outputsOf(type).includes(field),
    ),
  ),
  'a fault at a place is rejected in another way': fc
    .tuple(exactFault, rowOf(misnamings('invalid_request not_found 422 409 400:bad_request crash')))
    .map(([[reason, place], [how, alter]]) => ({
      phrase: `${wordsOf[reason]}, read by block ${place + 1} of a chain, is rejected ${how}`,
      change: whenRejected(
        'invalid_workflow',
        alter,
        ({ connection }) => connection?.reason === reason && connection.position === place,
      ),
      at: 'workflow',
      clauses: [`workflows.reference.${reason}`],
    })),
  'the message names no connection for a fault at a place': fc
    .tuple(exactFault, fc.constantFrom('a connection is faulty', 'the chain cannot run', ''))
    .map(([[reason, place], words]) => ({
      phrase: `the message about ${wordsOf[reason]}, read by block ${place + 1} of a chain, says "${words}"`,
      change: describingSome((connection) =>
        connection.reason === reason && connection.position === place ? words : undefined,
      ),
      at: 'workflow',
      clauses: ['workflows.message.names-connection'],
    })),
  'the message names another connection': fc.tuple(exact, fc.nat(3)).map(([reason, at]) => ({
    phrase: `the message about ${wordsOf[reason]} names connection ${at + 1} of the chain, whichever is faulty`,
    change: describingSome((connection, blocks) => {
      if (connection.reason !== reason) return undefined;
      const named = connectionsOf(blocks)[at] ?? connection;
      return `"${named.reader}" cannot read "${named.block}"`;
    }),
    at: 'workflow',
    clauses: ['workflows.message.names-connection'],
  })),
  'a rejected workflow is charged for a fault late in the chain': fc
    .tuple(exact, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 15 }))
    .map(([reason, place, price]) => ({
      phrase: `a workflow rejected for ${wordsOf[reason]} costs ${price} credits where block ${place + 1} or a later one reads it`,
      change: charging((connection) =>
        connection.reason === reason && connection.position >= place ? price : 0,
      ),
      at: 'workflow',
      clauses: ['workflows.rejected.free'],
    })),
  'a valid connection is rejected': fc.constantFrom(...accepted).map(({ type, input, kind }) =>
    sound(
      `${type}.${input} cannot read a ${kind}`,
      rejecting(
        (connection, blocks, types) =>
          connection.input === input &&
          typeAt(connection.position, blocks) === type &&
          kindOf(connection, blocks, types) === kind,
      ),
    ),
  ),
  'valid chains of a length are rejected': anyLength.map((length) =>
    sound(
      `a valid chain of ${length} blocks is rejected`,
      overrideChapter('workflows', (workflows) => ({
        wrong: (blocks, types) =>
          blocks.length === length ? 'it is not so' : workflows.wrong(blocks, types),
      })),
    ),
  ),
  // Few valid chains are sent, since they are AI requests. Hardly one has a longer distance.
  'valid references over a distance are rejected': fc.integer({ min: 1, max: 2 }).map((distance) =>
    sound(
      `a block cannot read a block ${distance} places before it`,
      rejecting(({ block, position }, blocks) => position - placeOf(block, blocks) === distance),
    ),
  ),
};
