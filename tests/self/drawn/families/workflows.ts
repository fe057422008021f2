import fc from 'fast-check';
import {
  type Alter,
  asCode,
  asCrash,
  asUnlisted,
  refused,
  where,
  withStatus,
} from '../../../../mock/answers';
import type { Change } from '../../../../mock/behaviour';
import type { Block } from '../../../../mock/call';
import {
  connectionsOf,
  type FaultyConnection,
  kindOf,
  workflows as reference,
} from '../../../../mock/workflows';
import { type Ask, reach, served } from '../ask';
import { type Family, familyOf } from '../family';

const family = familyOf('workflows');

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

/** A block as the mock's clients write it. */
interface Written {
  name: string;
  type: string;
  inputs: Record<string, unknown>;
}

const from = (block: string, field: string) => ({ block, field });

/** A sound chain of labels, each of the one before it. */
function labels(length: number): Written[] {
  return Array.from({ length }, (_, at) => ({
    name: `b${at}`,
    type: 'label',
    inputs: { value: at === 0 ? 'Hello' : from(`b${at - 1}`, 'label') },
  }));
}

/** The same with one fault, at one place; the distance to a later block is one. */
function faulty(reason: Reason, length: number, place: number): Written[] {
  const blocks = labels(length);
  const block = blocks[place];
  if (!block) return blocks;
  if (reason === 'later') block.inputs.value = from(`b${place + 1}`, 'label');
  if (reason === 'self') block.inputs.value = from(`b${place}`, 'label');
  if (reason === 'no-block') block.inputs.value = from('nobody', 'label');
  if (reason === 'missing-field') block.inputs.value = from(`b${place - 1}`, 'nothing');
  if (reason === 'mismatched-kind') {
    const { name = '', inputs = {} } = blocks[place - 1] ?? {};
    blocks[place - 1] = { name, type: 'draw', inputs: { prompt: inputs.value } };
    block.inputs.value = from(`b${place - 1}`, 'image');
  }
  return blocks;
}

const LONGEST = 5;

/** Places that a fault of this kind can have in a chain of this length. */
function placesIn(reason: Reason, length: number): number[] {
  const all = Array.from({ length }, (_, at) => at);
  if (reason === 'later') return all.slice(0, -1);
  return reason === 'self' || reason === 'no-block' ? all : all.slice(1);
}

const lengths = [2, 3, 4, 5];

/** Of chains of two to five blocks and any place for the fault, the share where this holds. */
function shareOf(reason: Reason, holds: (place: number, length: number) => boolean): number {
  const each = lengths.map((length) => {
    const places = placesIn(reason, length);
    return places.filter((place) => holds(place, length)).length / places.length;
  });
  return each.reduce((sum, share) => sum + share, 0) / each.length;
}

const anyReason = fc.constantFrom(...reasons);
/** A fault at a place of a chain. */
const anyPlace = fc
  .tuple(anyReason, fc.nat(LONGEST - 1))
  .filter(([reason, place]) => placesIn(reason, LONGEST).includes(place));

/** Faulty connections are accepted where this holds. */
const accepting = (holds: (connection: FaultyConnection, blocks: readonly Block[]) => boolean): Change => ({
  workflows: { refuses: (connection, blocks) => !holds(connection, blocks) },
});

const submit = (ask: Ask, blocks: readonly Written[]) => reach(ask, 'workflow', { body: { blocks } });
const accepts = (blocks: readonly Written[]) => async (ask: Ask) => served(await submit(ask, blocks));

const placeOf = (name: string, blocks: readonly Block[]) => blocks.findIndex((block) => block.name === name);

const unchecked: readonly Family[] = [
  family('a place of a chain is unchecked', clauses, anyPlace, ([reason, place]) => ({
    phrase: `block ${place + 1} of a chain may read ${wordsOf[reason]}`,
    change: accepting((connection) => connection.reason === reason && connection.position === place),
    shows: accepts(faulty(reason, LONGEST, place)),
    share: shareOf(reason, (at) => at === place),
    clauses: [clauseOf(reason)],
  })),
  family(
    'chains of a length are unchecked',
    clauses,
    fc.tuple(anyReason, fc.constantFrom(...lengths)),
    ([reason, length]) => ({
      phrase: `in a chain of ${length} blocks one may read ${wordsOf[reason]}`,
      change: accepting((connection, blocks) => connection.reason === reason && blocks.length === length),
      shows: accepts(faulty(reason, length, placesIn(reason, length)[0] ?? 0)),
      share: 1 / lengths.length,
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'the last block of a chain is unchecked',
    clauses,
    fc.tuple(
      anyReason.filter((reason) => reason !== 'later'),
      fc.constantFrom(...lengths),
    ),
    ([reason, length]) => ({
      phrase: `the last of ${length} blocks may read ${wordsOf[reason]}`,
      change: accepting(
        (connection, blocks) =>
          connection.reason === reason && blocks.length === length && connection.position === length - 1,
      ),
      shows: accepts(faulty(reason, length, length - 1)),
      share: shareOf(reason, (place, of) => of === length && place === length - 1),
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'the second reference of a block is unchecked',
    clauses,
    fc.tuple(anyReason, fc.constantFrom('shorten', 'resize')),
    ([reason, type]) => ({
      phrase: `the second reference of a block ${type} may read ${wordsOf[reason]}`,
      change: accepting((connection, blocks) => {
        const own = connectionsOf(blocks).filter(({ position }) => position === connection.position);
        return (
          connection.reason === reason &&
          blocks[connection.position]?.type === type &&
          own.findIndex(({ input }) => input === connection.input) > 0
        );
      }),
      shows: accepts(second(reason, type)),
      share: null,
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'references over a distance are unchecked',
    clauses,
    fc.tuple(
      fc.constantFrom('later' as const, 'missing-field' as const, 'mismatched-kind' as const),
      fc.integer({ min: 1, max: 4 }),
    ),
    ([reason, distance]) => ({
      phrase: `a block may read ${wordsOf[reason]} ${distance} blocks away`,
      change: accepting(
        (connection, blocks) =>
          connection.reason === reason &&
          Math.abs(placeOf(connection.block, blocks) - connection.position) === distance,
      ),
      shows: accepts(distant(reason, distance)),
      share: null,
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'a type of block is unchecked',
    clauses,
    fc.tuple(anyReason, fc.constantFrom(...Object.keys(reference.types))),
    ([reason, type]) => ({
      phrase: `a block ${type} may read ${wordsOf[reason]}`,
      change: accepting(
        (connection, blocks) => connection.reason === reason && blocks[connection.position]?.type === type,
      ),
      shows: accepts(typed(reason, type)),
      share: 1 / Object.keys(reference.types).length,
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'what a type of block gives is unchecked',
    clauses,
    fc.tuple(
      fc.constantFrom('later' as const, 'missing-field' as const),
      fc.constantFrom(...Object.keys(reference.types)),
    ),
    ([reason, type]) => ({
      phrase: `of a block ${type}, ${wordsOf[reason]} may be read`,
      change: accepting(
        (connection, blocks) =>
          connection.reason === reason && blocks[placeOf(connection.block, blocks)]?.type === type,
      ),
      shows: accepts(giving(reason, type)),
      share: 1 / Object.keys(reference.types).length,
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'a faulty chain is accepted when it comes again',
    clauses,
    fc.tuple(anyReason, fc.integer({ min: 2, max: 4 })),
    ([reason, nth]) => ({
      phrase: `a block may read ${wordsOf[reason]} when the chain comes for the ${nth}th time`,
      change: () => {
        const seen = new Map<string, number>();
        return {
          workflows: {
            refuses(connection, blocks) {
              if (connection.reason !== reason) return true;
              const chain = JSON.stringify(blocks);
              seen.set(chain, (seen.get(chain) ?? 0) + 1);
              return (seen.get(chain) ?? 0) < nth;
            },
          },
        };
      },
      async shows(ask) {
        const blocks = faulty(reason, 3, 1);
        for (let sent = 1; sent < nth; sent++) await submit(ask, blocks);
        return served(await submit(ask, blocks));
      },
      share: null,
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'chains with several faults are accepted',
    clauses,
    fc.tuple(anyReason, fc.integer({ min: 2, max: 3 })),
    ([reason, many]) => ({
      phrase: `a block may read ${wordsOf[reason]} where the chain has ${many} faults or more`,
      change: ({ workflows }) => ({
        workflows: {
          refuses: (connection, blocks) =>
            connection.reason !== reason || workflows.faulty(blocks, workflows.types).length < many,
        },
      }),
      async shows(ask) {
        const blocks = labels(5);
        const fault = faulty(reason, 5, 1);
        const faults = [fault[0], fault[1], ...blocks.slice(2)] as Written[];
        // The faults behind the first are of the same kind, so that nothing else refuses the chain.
        for (let at = 2; at < many + 1; at++) {
          const block = faults[at];
          if (!block) continue;
          if (reason === 'mismatched-kind') block.inputs.value = from('b0', 'image');
          if (reason === 'later') block.inputs.value = from(`b${at + 1}`, 'label');
          if (reason === 'self') block.inputs.value = from(`b${at}`, 'label');
          if (reason === 'no-block') block.inputs.value = from('nobody', 'label');
          if (reason === 'missing-field') block.inputs.value = from(`b${at - 1}`, 'nothing');
        }
        return served(await submit(ask, faults));
      },
      share: null,
      clauses: [clauseOf(reason)],
    }),
  ),
];

/** A block of two inputs, the first of which is sound and read, the second faulty. */
function second(reason: Reason, type: string): Written[] {
  const [first, other, source, field] =
    type === 'shorten' ? ['text', 'length', 'write', 'text'] : ['image', 'width', 'draw', 'image'];
  const wrong = {
    later: from('three', 'words'),
    self: from('two', 'summary'),
    'no-block': from('nobody', 'words'),
    'missing-field': from('one', 'nothing'),
    'mismatched-kind': from('one', field ?? ''),
  }[reason];
  return [
    { name: 'one', type: source ?? '', inputs: { prompt: 'Hello' } },
    { name: 'two', type, inputs: { [first ?? '']: from('one', field ?? ''), [other ?? '']: wrong } },
    { name: 'three', type: 'write', inputs: { prompt: 'Hello' } },
  ];
}

/** A chain of five whose faulty reference spans this distance. */
function distant(reason: 'later' | 'missing-field' | 'mismatched-kind', distance: number): Written[] {
  const blocks = labels(5);
  const [first, reader] = [blocks[0], blocks[reason === 'later' ? 0 : distance]];
  if (!first || !reader) return blocks;
  if (reason === 'later') reader.inputs.value = from(`b${distance}`, 'label');
  if (reason === 'missing-field') reader.inputs.value = from('b0', 'nothing');
  if (reason === 'mismatched-kind') {
    blocks[0] = { name: 'b0', type: 'draw', inputs: { prompt: 'Hello' } };
    for (const block of blocks.slice(1)) block.inputs.value = 'Hello';
    reader.inputs.value = from('b0', 'image');
  }
  return blocks;
}

const sources: Readonly<Record<string, [type: string, field: string]>> = {
  text: ['write', 'text'],
  number: ['write', 'words'],
  image: ['draw', 'image'],
};

/** A block of this type, every input of which reads what it may; the first reads something faulty where told. */
function typed(reason: Reason, type: string): Written[] {
  const inputs = Object.entries(reference.types[type]?.inputs ?? {});
  const wrong: Readonly<Record<Reason, object>> = {
    later: from('last', 'text'),
    self: from('reader', Object.keys(reference.types[type]?.outputs ?? {})[0] ?? ''),
    'no-block': from('nobody', 'text'),
    'missing-field': from('words', 'nothing'),
    'mismatched-kind': inputs[0]?.[1].includes('image') ? from('words', 'text') : from('picture', 'image'),
  };
  return [
    { name: 'words', type: 'write', inputs: { prompt: 'Hello' } },
    { name: 'picture', type: 'draw', inputs: { prompt: 'Hello' } },
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
    { name: 'last', type: 'write', inputs: { prompt: 'Hello' } },
  ];
}

/** A label that reads a block of this type too early, or a field that it has not. */
function giving(reason: 'later' | 'missing-field', type: string): Written[] {
  const image = { block: 'picture', field: 'image' };
  const source: Written = {
    name: 'source',
    type,
    inputs: Object.fromEntries(
      Object.entries(reference.types[type]?.inputs ?? {}).map(([input, kinds]) => [
        input,
        kinds.includes('text') ? 'Hello' : kinds.includes('number') ? 3 : image,
      ]),
    ),
  };
  const picture: Written = { name: 'picture', type: 'draw', inputs: { prompt: 'Hello' } };
  const label = (field: string): Written => ({
    name: 'reader',
    type: 'label',
    inputs: { value: from('source', field) },
  });
  const field = Object.keys(reference.types[type]?.outputs ?? {})[0] ?? '';
  return reason === 'later' ? [picture, label(field), source] : [picture, source, label('nothing')];
}

const kindPairs = ['text', 'number', 'image'].flatMap((read) =>
  ['text', 'number', 'image'].flatMap((wanted) => (read === wanted ? [] : [[read, wanted] as const])),
);

const reader: Readonly<Record<string, [type: string, input: string, rest: object]>> = {
  text: ['shorten', 'text', { length: 3 }],
  number: ['shorten', 'length', { text: 'Hello' }],
  image: ['describe', 'image', {}],
};

const names = [
  'output',
  'result',
  'value',
  'data',
  'id',
  'name',
  'type',
  'inputs',
  'outputs',
  'state',
  'length',
  'constructor',
  'toString',
] as const;

const fields: Readonly<
  Record<
    string,
    { holds: (field: string, given: readonly string[]) => boolean; make: (field: string) => string }
  >
> = {
  'in upper case': {
    holds: (field, given) => given.some((one) => one.toUpperCase() === field),
    make: (field) => field.toUpperCase(),
  },
  'with a capital': {
    holds: (field, given) => given.some((one) => one.charAt(0).toUpperCase() + one.slice(1) === field),
    make: (field) => field.charAt(0).toUpperCase() + field.slice(1),
  },
  'with a sign behind it': {
    holds: (field, given) => given.some((one) => field.length === one.length + 1 && field.startsWith(one)),
    make: (field) => `${field}2`,
  },
  'cut short': {
    holds: (field, given) =>
      given.some((one) => one.startsWith(field) && field.length < one.length && field !== ''),
    make: (field) => field.slice(0, -1),
  },
  'with a space behind it': {
    holds: (field, given) => given.some((one) => `${one} ` === field),
    make: (field) => `${field} `,
  },
  'with two letters swapped': {
    holds: (field, given) =>
      given.some((one) => field !== one && [...field].sort().join() === [...one].sort().join()),
    make: (field) => field.charAt(1) + field.charAt(0) + field.slice(2),
  },
};

const givenBy = (blocks: readonly Block[], name: string) =>
  Object.keys(reference.types[blocks[placeOf(name, blocks)]?.type ?? '']?.outputs ?? {});

const misread: readonly Family[] = [
  family(
    'a pair of kinds is not told apart',
    'workflows.reference.mismatched-kind',
    fc.constantFrom(...kindPairs),
    ([read, wanted]) => ({
      phrase: `a ${read} is accepted for a ${wanted}`,
      change: accepting((connection, blocks) => {
        const accepted =
          reference.types[blocks[connection.position]?.type ?? '']?.inputs[connection.input] ?? [];
        return (
          connection.reason === 'mismatched-kind' &&
          kindOf(connection, blocks, reference.types) === read &&
          accepted.includes(wanted)
        );
      }),
      shows: accepts([
        { name: 'one', type: sources[read]?.[0] ?? '', inputs: { prompt: 'Hello' } },
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
  family(
    'a field is taken for one that is there',
    'workflows.reference.missing-field',
    fc.constantFrom(...Object.keys(fields)),
    (how) => {
      const { holds, make } = fields[how] ?? { holds: () => false, make: String };
      return {
        phrase: `a field ${how} is taken for the one that is there`,
        change: accepting(
          ({ reason, block, field }, blocks) =>
            reason === 'missing-field' && holds(field, givenBy(blocks, block)),
        ),
        shows: accepts([
          { name: 'one', type: 'write', inputs: { prompt: 'Hello' } },
          { name: 'two', type: 'label', inputs: { value: from('one', make('words')) } },
        ]),
        share: 1 / Object.keys(fields).length,
      };
    },
  ),
  family(
    'a field that no block has is accepted',
    'workflows.reference.missing-field',
    fc.constantFrom(...names),
    (name) => ({
      phrase: `the field ${name} of any block is accepted`,
      change: accepting(({ field }) => field === name),
      shows: accepts([
        { name: 'one', type: 'write', inputs: { prompt: 'Hello' } },
        { name: 'two', type: 'label', inputs: { value: from('one', name) } },
      ]),
      share: null,
    }),
  ),
  family(
    'a field of another type of block is accepted',
    'workflows.reference.missing-field',
    fc
      .tuple(
        fc.constantFrom(...Object.keys(reference.types)),
        fc.constantFrom(...Object.keys(reference.types)),
      )
      .filter(([of, at]) =>
        Object.keys(reference.types[of]?.outputs ?? {}).some(
          (field) => !(field in (reference.types[at]?.outputs ?? {})),
        ),
      ),
    ([of, at]) => {
      const lacking = Object.keys(reference.types[of]?.outputs ?? {}).filter(
        (field) => !(field in (reference.types[at]?.outputs ?? {})),
      );
      return {
        phrase: `a field of ${of} is accepted of a block ${at}`,
        change: accepting(
          ({ reason, block, field }, blocks) =>
            reason === 'missing-field' &&
            lacking.includes(field) &&
            blocks[placeOf(block, blocks)]?.type === at,
        ),
        shows: accepts(
          giving('missing-field', at).map((block) =>
            block.name === 'reader'
              ? { ...block, inputs: { value: from('source', lacking[0] ?? '') } }
              : block,
          ),
        ),
        share: null,
      };
    },
  ),
];

const answers: Readonly<Record<string, Alter>> = {
  'with invalid_request': asCode('invalid_request'),
  'with not_found': asCode('not_found'),
  'with the status 422': withStatus(422),
  'with the status 409': withStatus(409),
  'with the code bad_request': asUnlisted('bad_request', 400),
  'with an internal error': asCrash,
};

const exact = ['later', 'missing-field', 'mismatched-kind'] as const;
const exactly = anyPlace.filter(([reason]) => reason !== 'self' && reason !== 'no-block');

const told: readonly Family[] = [
  family(
    'a fault at a place is refused in another way',
    exact.map(clauseOf),
    fc.tuple(exactly, fc.constantFrom(...Object.keys(answers))),
    ([[reason, place], how]) => ({
      phrase: `${wordsOf[reason]}, read by block ${place + 1} of a chain, is refused ${how}`,
      change: refused(
        'invalid_workflow',
        answers[how] ?? asCrash,
        where(({ connection }) => connection?.reason === reason && connection.position === place),
      ),
      async shows(ask) {
        const { status, error } = await submit(ask, faulty(reason, LONGEST, place));
        return status !== 400 || error.code !== 'invalid_workflow';
      },
      share: shareOf(reason, (at) => at === place),
      clauses: [clauseOf(reason)],
    }),
  ),
  family(
    'the message names no connection for a fault at a place',
    'workflows.message.names-connection',
    fc.tuple(exactly, fc.constantFrom('a connection is faulty', 'the chain cannot run', '')),
    ([[reason, place], words]) => ({
      phrase: `the message about ${wordsOf[reason]}, read by block ${place + 1} of a chain, says "${words}"`,
      change: ({ workflows }) => ({
        workflows: {
          describe: (connection, blocks) =>
            connection.reason === reason && connection.position === place
              ? words
              : workflows.describe(connection, blocks),
        },
      }),
      async shows(ask) {
        const { error } = await submit(ask, faulty(reason, LONGEST, place));
        return !/b\d/.test(String(error.message));
      },
      share: shareOf(reason, (at) => at === place),
    }),
  ),
  family(
    'the message names another connection',
    'workflows.message.names-connection',
    fc.tuple(fc.constantFrom(...exact), fc.nat(3)),
    ([reason, at]) => ({
      phrase: `the message about ${wordsOf[reason]} names connection ${at + 1} of the chain, whichever is faulty`,
      change: ({ workflows }) => ({
        workflows: {
          describe(connection, blocks) {
            if (connection.reason !== reason) return workflows.describe(connection, blocks);
            const named = connectionsOf(blocks)[at] ?? connection;
            return `"${named.reader}" cannot read "${named.block}"`;
          },
        },
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
  family(
    'a refused workflow is charged for its kind of fault',
    'workflows.rejected.free',
    fc.tuple(fc.constantFrom(...exact), fc.integer({ min: 1, max: 15 })),
    ([reason, price]) => ({
      phrase: `a workflow refused for ${wordsOf[reason]} costs ${price} credits`,
      change: {
        credits: {
          refused(account, { connection, refusal, now }) {
            if (refusal?.code === 'invalid_workflow' && connection?.reason === reason)
              account.charges.push({ credits: price, at: now });
          },
        },
      },
      async shows(ask) {
        const before = await left(ask);
        await submit(ask, faulty(reason, 3, 1));
        return (await left(ask)) < before;
      },
      share: 1,
    }),
  ),
  family(
    'a refused workflow is charged for a fault late in the chain',
    'workflows.rejected.free',
    fc.tuple(fc.constantFrom(...exact), fc.integer({ min: 1, max: 3 })),
    ([reason, place]) => ({
      phrase: `a workflow refused for ${wordsOf[reason]} costs a credit where block ${place + 1} or a later one reads it`,
      change: {
        credits: {
          refused(account, { connection, refusal, now }) {
            if (
              refusal?.code === 'invalid_workflow' &&
              connection?.reason === reason &&
              connection.position >= place
            )
              account.charges.push({ credits: 1, at: now });
          },
        },
      },
      async shows(ask) {
        const before = await left(ask);
        await submit(ask, faulty(reason, LONGEST, place));
        return (await left(ask)) < before;
      },
      share: shareOf(reason, (at) => at >= place),
    }),
  ),
  family(
    'a refused workflow is charged a moment later',
    'workflows.rejected.free',
    fc.integer({ min: 20, max: 1000 }),
    (after) => ({
      phrase: `a refused workflow costs a credit ${after} ms later`,
      change: {
        credits: {
          refused(account, { refusal, now }) {
            if (refusal?.code === 'invalid_workflow') account.charges.push({ credits: 1, at: now + after });
          },
        },
      },
      async shows(ask) {
        const before = await left(ask);
        await submit(ask, faulty('later', 3, 1));
        await new Promise((resolve) => setTimeout(resolve, after + 20));
        return (await left(ask)) < before;
      },
      share: null,
    }),
  ),
];

const left = async (ask: Ask) =>
  ((await ask({ path: '/v1/credits' })).body as { credits: { remaining: number } }).credits.remaining;

/** Every sound pair: an output field and an input that accepts its kind. */
const soundPairs = Object.entries(reference.types).flatMap(([source, { outputs }]) =>
  Object.entries(outputs).flatMap(([field, kind]) =>
    Object.entries(reference.types).flatMap(([type, { inputs }]) =>
      Object.entries(inputs).flatMap(([input, kinds]) =>
        kinds.includes(kind) ? [{ source, field, type, input }] : [],
      ),
    ),
  ),
);

const soundly: readonly Family[] = [
  family(
    'a sound connection is refused',
    'workflows.chain.accepted',
    fc.constantFrom(...soundPairs),
    ({ source, field, type, input }) => ({
      phrase: `${type}.${input} cannot read ${source}.${field}`,
      change: ({ workflows }) => ({
        workflows: {
          faulty: (blocks, types) => [
            ...workflows.faulty(blocks, types),
            ...connectionsOf(blocks)
              .filter(
                (connection) =>
                  connection.field === field &&
                  connection.input === input &&
                  blocks[connection.position]?.type === type &&
                  blocks[placeOf(connection.block, blocks)]?.type === source,
              )
              .map((connection) => ({ ...connection, reason: 'mismatched-kind' as const })),
          ],
        },
      }),
      async shows(ask) {
        const [picture, given] = giving('missing-field', source);
        const last = giving('missing-field', type)[1];
        if (!picture || !given || !last) return false;
        const blocks = [
          picture,
          given,
          { ...last, name: 'reader', inputs: { ...last.inputs, [input]: from('source', field) } },
        ];
        return !served(await submit(ask, blocks));
      },
      share: 1 / soundPairs.length,
    }),
  ),
  family(
    'sound chains of a length are refused',
    'workflows.chain.accepted',
    fc.constantFrom(...lengths),
    (length) => ({
      phrase: `a sound chain of ${length} blocks is refused`,
      change: ({ workflows }) => ({
        workflows: {
          wrong: (blocks, types) =>
            blocks.length === length ? 'it is not so' : workflows.wrong(blocks, types),
        },
      }),
      shows: async (ask) => !served(await submit(ask, labels(length))),
      share: 1 / lengths.length,
    }),
  ),
  family(
    'sound references over a distance are refused',
    'workflows.chain.accepted',
    fc.integer({ min: 1, max: 4 }),
    (distance) => ({
      phrase: `a block cannot read a block ${distance} places before it`,
      change: ({ workflows }) => ({
        workflows: {
          faulty: (blocks, types) => [
            ...workflows.faulty(blocks, types),
            ...connectionsOf(blocks)
              .filter(({ block, position }) => position - placeOf(block, blocks) === distance)
              .map((connection) => ({ ...connection, reason: 'no-block' as const })),
          ],
        },
      }),
      async shows(ask) {
        const blocks = labels(5).map((block) => ({ ...block, inputs: { value: 'Hello' as unknown } }));
        const read = blocks[distance];
        if (read) read.inputs.value = from('b0', 'label');
        return !served(await submit(ask, blocks));
      },
      share: null,
    }),
  ),
];

export const workflowFamilies: readonly Family[] = [...unchecked, ...misread, ...told, ...soundly];
