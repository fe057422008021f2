import fc from 'fast-check';
import { whenRejected } from '../../../../mock/answers';
import { overrideChapter } from '../../../../mock/behaviour';
import type { Block } from '../../../../mock/call';
import {
  accepting,
  acceptsWrongKind,
  charging,
  describingSome,
  type Holds,
  placeOf,
  rejecting,
} from '../../../../mock/defects/workflows';
import { connectionsOf, type FaultyConnection, workflows as reference } from '../../../../mock/workflows';
import { type Ask, costOf, otherThan, pause, reach, wasAccepted } from '../ask';
import { type DefectFamily, familiesOf, family, rowOf } from '../family';
import { rejections } from '../scope';

type Reason = FaultyConnection['reason'];
const reasons = ['later', 'self', 'no-block', 'missing-field', 'mismatched-kind'] as const;
const clauseOf = (reason: Reason) => `workflows.reference.${reason}`;
const clauses = reasons.map(clauseOf);

const wordsOf: Readonly<Record<Reason, string>> = {
  later: 'a later block',
  self: 'itself',
  'no-block': 'a block that is not there',
  'missing-field': 'a missing field',
  'mismatched-kind': 'a mismatched kind',
};

/** A block as clients of the mock send it. */
interface Written {
  name: string;
  type: string;
  inputs: Record<string, unknown>;
}

const from = (block: string, field: string) => ({ block, field });

/** A block of type `write` or `draw` with a prompt. */
const hello = (name: string, type: string): Written => ({ name, type, inputs: { prompt: 'Hello' } });

/** A valid chain of `label` blocks, each of which reads the one before it. */
function labels(length: number): Written[] {
  return Array.from({ length }, (_, at) => ({
    name: `b${at}`,
    type: 'label',
    inputs: { value: at === 0 ? 'Hello' : from(`b${at - 1}`, 'label') },
  }));
}

/** A faulty reference for the block at this position. For `later` it reads the next block. */
const wrongly = (reason: Reason, place: number) =>
  ({
    later: from(`b${place + 1}`, 'label'),
    self: from(`b${place}`, 'label'),
    'no-block': from('nobody', 'label'),
    'missing-field': from(`b${place - 1}`, 'nothing'),
    'mismatched-kind': from(`b${place - 1}`, 'image'),
  })[reason];

/** A chain of labels with a faulty reference at one position. */
function faulty(reason: Reason, length: number, place: number): Written[] {
  return labels(length).map((block, at) => {
    if (at === place) return { ...block, inputs: { value: wrongly(reason, place) } };
    const drawn = reason === 'mismatched-kind' && at === place - 1;
    return drawn ? { ...block, type: 'draw', inputs: { prompt: block.inputs.value } } : block;
  });
}

const LONGEST = 5;

/** The positions at which a chain of this length can have a fault of this kind. */
function placesIn(reason: Reason, length: number): number[] {
  const all = Array.from({ length }, (_, at) => at);
  if (reason === 'later') return all.slice(0, -1);
  return reason === 'self' || reason === 'no-block' ? all : all.slice(1);
}

const lengths = [2, 3, 4, 5];

/** The share of chains of two to five blocks, with any position of the fault, for which `holds` is true. */
function shareOf(reason: Reason, holds: (place: number, length: number) => boolean): number {
  const each = lengths.map((length) => {
    const places = placesIn(reason, length);
    return places.filter((place) => holds(place, length)).length / places.length;
  });
  return each.reduce((sum, share) => sum + share, 0) / each.length;
}

/** The three faults that the contract names. */
const exact = ['later', 'missing-field', 'mismatched-kind'] as const;
const anyReason = fc.constantFrom(...reasons);
/** A kind of fault and its position in the longest chain. */
const anyPlace = fc
  .tuple(anyReason, fc.nat(LONGEST - 1))
  .filter(([reason, place]) => placesIn(reason, LONGEST).includes(place));

const submit = (ask: Ask, blocks: readonly Written[]) => reach(ask, 'workflow', { body: { blocks } });
const accepts = (blocks: readonly Written[]) => async (ask: Ask) => wasAccepted(await submit(ask, blocks));

/** A family of defects that accept faults of a kind if `where` is true; `chain` demonstrates it. */
const overlooking = <Kind extends Reason, Parameter>(
  parameters: fc.Arbitrary<[Kind, Parameter]>,
  make: (
    reason: Kind,
    parameter: Parameter,
  ) => {
    phrase: string;
    where: Holds;
    chain: readonly Written[];
    share: number | null;
  },
) =>
  family(clauses, parameters, ([reason, parameter]) => {
    const { phrase, where, chain, share } = make(reason, parameter);
    return {
      phrase,
      change: accepting((connection, blocks) => connection.reason === reason && where(connection, blocks)),
      shows: accepts(chain),
      share,
      clauses: [clauseOf(reason)],
    };
  });

const typeNames = Object.keys(reference.types);
const anyType = fc.constantFrom(...typeNames);
const anyLength = fc.constantFrom(...lengths);
const typeAt = (place: number, blocks: readonly Block[]) => blocks[place]?.type;

const unchecked = familiesOf('workflows', {
  'a place of a chain is unchecked': overlooking(anyPlace, (reason, place) => ({
    phrase: `block ${place + 1} of a chain may read ${wordsOf[reason]}`,
    where: ({ position }) => position === place,
    chain: faulty(reason, LONGEST, place),
    share: shareOf(reason, (at) => at === place),
  })),
  'chains of a length are unchecked': overlooking(fc.tuple(anyReason, anyLength), (reason, length) => ({
    phrase: `in a chain of ${length} blocks one may read ${wordsOf[reason]}`,
    where: (_, blocks) => blocks.length === length,
    chain: faulty(reason, length, placesIn(reason, length)[0] ?? 0),
    share: 1 / lengths.length,
  })),
  'the last block of a chain is unchecked': overlooking(
    fc.tuple(
      anyReason.filter((reason) => reason !== 'later'),
      anyLength,
    ),
    (reason, length) => ({
      phrase: `the last of ${length} blocks may read ${wordsOf[reason]}`,
      where: ({ position }, blocks) => blocks.length === length && position === length - 1,
      chain: faulty(reason, length, length - 1),
      share: shareOf(reason, (place, of) => of === length && place === length - 1),
    }),
  ),
  'the second reference of a block is unchecked': overlooking(
    fc.tuple(anyReason, fc.constantFrom('shorten', 'resize')),
    (reason, type) => ({
      phrase: `the second reference of a block ${type} may read ${wordsOf[reason]}`,
      where({ position, input }, blocks) {
        const own = connectionsOf(blocks).filter((each) => each.position === position);
        return typeAt(position, blocks) === type && own.findIndex((each) => each.input === input) > 0;
      },
      chain: second(reason, type),
      share: null,
    }),
  ),
  'references over a distance are unchecked': overlooking(
    fc.tuple(fc.constantFrom(...exact), fc.integer({ min: 1, max: 4 })),
    (reason, distance) => ({
      phrase: `a block may read ${wordsOf[reason]} ${distance} blocks away`,
      where: ({ block, position }, blocks) => Math.abs(placeOf(block, blocks) - position) === distance,
      chain: distant(reason, distance),
      share: null,
    }),
  ),
  'a type of block is unchecked': overlooking(fc.tuple(anyReason, anyType), (reason, type) => ({
    phrase: `a block ${type} may read ${wordsOf[reason]}`,
    where: ({ position }, blocks) => typeAt(position, blocks) === type,
    chain: typed(reason, type),
    share: 1 / typeNames.length,
  })),
  'what a type of block gives is unchecked': overlooking(
    fc.tuple(fc.constantFrom('later' as const, 'missing-field' as const), anyType),
    (reason, type) => ({
      phrase: `of a block ${type}, ${wordsOf[reason]} may be read`,
      where: ({ block }, blocks) => typeAt(placeOf(block, blocks), blocks) === type,
      chain: giving(reason, type),
      share: 1 / typeNames.length,
    }),
  ),
  'a faulty chain is accepted when it comes again': family(
    clauses,
    fc.tuple(anyReason, fc.integer({ min: 2, max: 4 })),
    ([reason, nth]) => ({
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
      async shows(ask) {
        const blocks = faulty(reason, 3, 1);
        for (let sent = 1; sent < nth; sent++) await submit(ask, blocks);
        return wasAccepted(await submit(ask, blocks));
      },
      share: null,
      clauses: [clauseOf(reason)],
    }),
  ),
  'chains with several faults are accepted': family(
    clauses,
    fc.tuple(anyReason, fc.integer({ min: 2, max: 3 })),
    ([reason, many]) => ({
      phrase: `a block may read ${wordsOf[reason]} where the chain has ${many} faults or more`,
      change: ({ workflows: { faulty, types } }) =>
        accepting(
          (connection, blocks) => connection.reason === reason && faulty(blocks, types).length >= many,
        ),
      // The further faults are of the same kind, so that no other check rejects the chain.
      shows: accepts(
        faulty(reason, LONGEST, 1).map((block, at) => {
          if (at < 2 || at > many) return block;
          const value = reason === 'mismatched-kind' ? from('b0', 'image') : wrongly(reason, at);
          return { ...block, inputs: { value } };
        }),
      ),
      share: null,
      clauses: [clauseOf(reason)],
    }),
  ),
});

/** A chain with a block of two inputs: the reference of the first is valid, that of the second is faulty. */
function second(reason: Reason, type: string): Written[] {
  const [first, other, source, field] =
    type === 'shorten'
      ? (['text', 'length', 'write', 'text'] as const)
      : (['image', 'width', 'draw', 'image'] as const);
  const wrong = {
    later: from('three', 'words'),
    self: from('two', 'summary'),
    'no-block': from('nobody', 'words'),
    'missing-field': from('one', 'nothing'),
    'mismatched-kind': from('one', field),
  }[reason];
  return [
    hello('one', source),
    { name: 'two', type, inputs: { [first]: from('one', field), [other]: wrong } },
    hello('three', 'write'),
  ];
}

/** A chain of five blocks whose faulty reference spans this distance. */
function distant(reason: (typeof exact)[number], distance: number): Written[] {
  const [first, ...rest] = labels(LONGEST) as [Written, ...Written[]];
  const reading = (value: object) =>
    rest.map((block, at) => (at + 1 === distance ? { ...block, inputs: { value } } : block));
  if (reason === 'later') return [{ ...first, inputs: { value: from(`b${distance}`, 'label') } }, ...rest];
  if (reason === 'missing-field') return [first, ...reading(from('b0', 'nothing'))];
  const apart = reading(from('b0', 'image')).map((block, at) =>
    at + 1 === distance ? block : { ...block, inputs: { value: 'Hello' } },
  );
  return [hello('b0', 'draw'), ...apart];
}

const inputsOf = (type = '') => Object.entries(reference.types[type]?.inputs ?? {});
const outputsOf = (type = '') => Object.keys(reference.types[type]?.outputs ?? {});

const sources: Readonly<Record<string, [type: string, field: string]>> = {
  text: ['write', 'text'],
  number: ['write', 'words'],
  image: ['draw', 'image'],
};

/** A chain with a block of this type. Its first input reads a faulty reference, all others valid ones. */
function typed(reason: Reason, type: string): Written[] {
  const inputs = inputsOf(type);
  const wrong: Readonly<Record<Reason, object>> = {
    later: from('last', 'text'),
    self: from('reader', outputsOf(type)[0] ?? ''),
    'no-block': from('nobody', 'text'),
    'missing-field': from('words', 'nothing'),
    'mismatched-kind': inputs[0]?.[1].includes('image') ? from('words', 'text') : from('picture', 'image'),
  };
  return [
    hello('words', 'write'),
    hello('picture', 'draw'),
    {
      name: 'reader',
      type,
      inputs: Object.fromEntries(
        inputs.map(([input, kinds], at) => {
          const [source = '', field = ''] = sources[kinds[0] ?? ''] ?? [];
          return [input, at === 0 ? wrong[reason] : from(source === 'write' ? 'words' : 'picture', field)];
        }),
      ),
    },
    hello('last', 'write'),
  ];
}

/** A chain in which a label reads a block of this type before it ran, or a field that it does not have. */
function giving(reason: 'later' | 'missing-field', type: string): Written[] {
  const image = { block: 'picture', field: 'image' };
  const source: Written = {
    name: 'source',
    type,
    inputs: Object.fromEntries(
      inputsOf(type).map(([input, kinds]) => [
        input,
        kinds.includes('text') ? 'Hello' : kinds.includes('number') ? 3 : image,
      ]),
    ),
  };
  const picture = hello('picture', 'draw');
  const label = (field: string): Written => ({
    name: 'reader',
    type: 'label',
    inputs: { value: from('source', field) },
  });
  const field = outputsOf(type)[0] ?? '';
  return reason === 'later' ? [picture, label(field), source] : [picture, source, label('nothing')];
}

const kinds = ['text', 'number', 'image'];
const kindPairs = kinds.flatMap((read) =>
  kinds.flatMap((wanted) => (read === wanted ? [] : [[read, wanted] as const])),
);

const reader: Readonly<Record<string, [type: string, input: string, rest: object]>> = {
  text: ['shorten', 'text', { length: 3 }],
  number: ['shorten', 'length', { text: 'Hello' }],
  image: ['describe', 'image', {}],
};

const names = 'output result value data id name type inputs outputs state length constructor toString'.split(
  ' ',
);

/** Makes a missing field of an existing one, and recognizes such fields. */
type Misread = [holds: (field: string, given: string) => boolean, make: (given: string) => string];
const only = (make: Misread[1]): Misread => [(field, given) => field === make(given), make];
const fields: Readonly<Record<string, Misread>> = {
  'in upper case': only((given) => given.toUpperCase()),
  'with a capital': only((given) => given.charAt(0).toUpperCase() + given.slice(1)),
  'with a sign behind it': [
    (field, given) => field.length === given.length + 1 && field.startsWith(given),
    (given) => `${given}2`,
  ],
  'cut short': [
    (field, given) => given.startsWith(field) && field.length < given.length && field !== '',
    (given) => given.slice(0, -1),
  ],
  'with a space behind it': only((given) => `${given} `),
  'with two letters swapped': [
    (field, given) => field !== given && [...field].sort().join() === [...given].sort().join(),
    (given) => given.charAt(1) + given.charAt(0) + given.slice(2),
  ],
};

const openFields: Readonly<Record<string, string>> = {
  'in upper case': 'whether case makes another name is not specified',
  'with a capital': 'whether case makes another name is not specified',
  'with a space behind it': 'a sign that no field of the target file has may be how it spells references',
};

const reading = (field: string) => [
  hello('one', 'write'),
  { name: 'two', type: 'label', inputs: { value: from('one', field) } },
];

const misread = familiesOf('workflows', {
  'a pair of kinds is not told apart': family(
    'workflows.reference.mismatched-kind',
    fc.constantFrom(...kindPairs),
    ([read, wanted]) => ({
      phrase: `a ${read} is accepted for a ${wanted}`,
      change: acceptsWrongKind(read, wanted),
      shows: accepts([
        hello('one', sources[read]?.[0] ?? ''),
        {
          name: 'two',
          type: reader[wanted]?.[0] ?? '',
          inputs: {
            ...reader[wanted]?.[2],
            [reader[wanted]?.[1] ?? '']: from('one', sources[read]?.[1] ?? ''),
          },
        },
      ]),
      share: 1 / kindPairs.length,
    }),
  ),
  'a field is taken for one that is there': family(
    'workflows.reference.missing-field',
    rowOf(fields),
    ([how, [holds, make]]) => ({
      phrase: `a field ${how} is taken for the one that is there`,
      change: accepting(
        ({ reason, block, field }, blocks) =>
          reason === 'missing-field' &&
          outputsOf(typeAt(placeOf(block, blocks), blocks)).some((given) => holds(field, given)),
      ),
      shows: accepts(reading(make('words'))),
      share: 1 / Object.keys(fields).length,
      leftAlone: openFields[how],
    }),
  ),
  'a field that no block has is accepted': family(
    'workflows.reference.missing-field',
    fc.constantFrom(...names),
    (name) => ({
      phrase: `the field ${name} of any block is accepted`,
      change: accepting(({ field }) => field === name),
      shows: accepts(reading(name)),
      share: null,
    }),
  ),
  'a field of another type of block is accepted': family(
    'workflows.reference.missing-field',
    fc.tuple(anyType, anyType).filter(([of, at]) => lacking(of, at).length > 0),
    ([of, at]) => ({
      phrase: `a field of ${of} is accepted of a block ${at}`,
      change: accepting(
        ({ reason, block, field }, blocks) =>
          reason === 'missing-field' &&
          lacking(of, at).includes(field) &&
          typeAt(placeOf(block, blocks), blocks) === at,
      ),
      shows: accepts(
        giving('missing-field', at).map((block) =>
          block.name === 'reader'
            ? { ...block, inputs: { value: from('source', lacking(of, at)[0] ?? '') } }
            : block,
        ),
      ),
      share: null,
    }),
  ),
});

/** The output fields of one type of block that another type lacks. */
const lacking = (of: string, at: string) => outputsOf(of).filter((field) => !outputsOf(at).includes(field));

const answers = rejections('invalid_request not_found 422 409 400:bad_request crash');

const exactly = anyPlace.filter(([reason]) => reason !== 'self' && reason !== 'no-block');

const told = familiesOf('workflows', {
  'a fault at a place is refused in another way': family(
    exact.map(clauseOf),
    fc.tuple(exactly, rowOf(answers)),
    ([[reason, place], [how, alter]]) => ({
      phrase: `${wordsOf[reason]}, read by block ${place + 1} of a chain, is refused ${how}`,
      change: whenRejected(
        'invalid_workflow',
        alter,
        ({ connection }) => connection?.reason === reason && connection.position === place,
      ),
      shows: async (ask) =>
        otherThan(400, 'invalid_workflow')(await submit(ask, faulty(reason, LONGEST, place))),
      share: shareOf(reason, (at) => at === place),
      clauses: [clauseOf(reason)],
    }),
  ),
  'the message names no connection for a fault at a place': family(
    'workflows.message.names-connection',
    fc.tuple(exactly, fc.constantFrom('a connection is faulty', 'the chain cannot run', '')),
    ([[reason, place], words]) => ({
      phrase: `the message about ${wordsOf[reason]}, read by block ${place + 1} of a chain, says "${words}"`,
      change: describingSome((connection) =>
        connection.reason === reason && connection.position === place ? words : undefined,
      ),
      async shows(ask) {
        const { error } = await submit(ask, faulty(reason, LONGEST, place));
        return !/b\d/.test(String(error.message));
      },
      share: shareOf(reason, (at) => at === place),
    }),
  ),
  'the message names another connection': family(
    'workflows.message.names-connection',
    fc.tuple(fc.constantFrom(...exact), fc.nat(3)),
    ([reason, at]) => ({
      phrase: `the message about ${wordsOf[reason]} names connection ${at + 1} of the chain, whichever is faulty`,
      change: describingSome((connection, blocks) => {
        if (connection.reason !== reason) return undefined;
        const named = connectionsOf(blocks)[at] ?? connection;
        return `"${named.reader}" cannot read "${named.block}"`;
      }),
      async shows(ask) {
        for (const place of placesIn(reason, LONGEST)) {
          const { error } = await submit(ask, faulty(reason, LONGEST, place));
          if (!String(error.message).includes(`b${place}`)) return true;
        }
        return false;
      },
      share: null,
    }),
  ),
  'a refused workflow is charged for its kind of fault': family(
    'workflows.rejected.free',
    fc.tuple(fc.constantFrom(...exact), fc.integer({ min: 1, max: 15 })),
    ([reason, price]) => ({
      phrase: `a workflow refused for ${wordsOf[reason]} costs ${price} credits`,
      change: charging((connection) => (connection.reason === reason ? price : 0)),
      shows: async (ask) => (await costOf(ask, () => submit(ask, faulty(reason, 3, 1)))) > 0,
    }),
  ),
  'a refused workflow is charged for a fault late in the chain': family(
    'workflows.rejected.free',
    fc.tuple(fc.constantFrom(...exact), fc.integer({ min: 1, max: 3 })),
    ([reason, place]) => ({
      phrase: `a workflow refused for ${wordsOf[reason]} costs a credit where block ${place + 1} or a later one reads it`,
      change: charging((connection) =>
        connection.reason === reason && connection.position >= place ? 1 : 0,
      ),
      shows: async (ask) => (await costOf(ask, () => submit(ask, faulty(reason, LONGEST, place)))) > 0,
      share: shareOf(reason, (at) => at >= place),
    }),
  ),
  'a refused workflow is charged a moment later': family(
    'workflows.rejected.free',
    fc.integer({ min: 20, max: 1000 }),
    (after) => ({
      phrase: `a refused workflow costs a credit ${after} ms later`,
      change: charging(() => 1, after),
      async shows(ask) {
        const whenRejected = async () => {
          await submit(ask, faulty('later', 3, 1));
          await pause(after + 20);
        };
        return (await costOf(ask, whenRejected)) > 0;
      },
      share: null,
      leftAlone: after > 300 ? 'the target file says that charges are in after 300 ms' : undefined,
    }),
  ),
});

/** Every pair of an output field and an input that accepts its kind. */
const soundPairs = Object.entries(reference.types).flatMap(([source, { outputs }]) =>
  Object.entries(outputs).flatMap(([field, kind]) =>
    Object.entries(reference.types).flatMap(([type, { inputs }]) =>
      Object.entries(inputs).flatMap(([input, kinds]) =>
        kinds.includes(kind) ? [{ source, field, type, input }] : [],
      ),
    ),
  ),
);

const soundly = familiesOf('workflows', {
  'a sound connection is refused': family(
    'workflows.chain.accepted',
    fc.constantFrom(...soundPairs),
    ({ source, field, type, input }) => ({
      phrase: `${type}.${input} cannot read ${source}.${field}`,
      change: rejecting(
        (connection, blocks) =>
          connection.field === field &&
          connection.input === input &&
          typeAt(connection.position, blocks) === type &&
          typeAt(placeOf(connection.block, blocks), blocks) === source,
      ),
      async shows(ask) {
        const [picture, given] = giving('missing-field', source);
        const last = giving('missing-field', type)[1];
        if (!picture || !given || !last) return false;
        const blocks = [
          picture,
          given,
          { ...last, name: 'reader', inputs: { ...last.inputs, [input]: from('source', field) } },
        ];
        return !wasAccepted(await submit(ask, blocks));
      },
      share: 1 / soundPairs.length,
    }),
  ),
  'sound chains of a length are rejected': family('workflows.chain.accepted', anyLength, (length) => ({
    phrase: `a sound chain of ${length} blocks is refused`,
    change: overrideChapter('workflows', (workflows) => ({
      wrong: (blocks, types) => (blocks.length === length ? 'it is not so' : workflows.wrong(blocks, types)),
    })),
    shows: async (ask) => !wasAccepted(await submit(ask, labels(length))),
    share: 1 / lengths.length,
  })),
  'sound references over a distance are rejected': family(
    'workflows.chain.accepted',
    fc.integer({ min: 1, max: 4 }),
    (distance) => ({
      phrase: `a block cannot read a block ${distance} places before it`,
      change: rejecting(({ block, position }, blocks) => position - placeOf(block, blocks) === distance),
      async shows(ask) {
        const blocks = labels(LONGEST).map((block, at) => ({
          ...block,
          inputs: { value: at === distance ? from('b0', 'label') : 'Hello' },
        }));
        return !wasAccepted(await submit(ask, blocks));
      },
      share: null,
    }),
  ),
});

export const workflowFamilies: readonly DefectFamily[] = [...unchecked, ...misread, ...told, ...soundly];
