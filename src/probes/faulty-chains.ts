import type { Connection } from '../judge/data/expectation';
import { uniqueBy } from '../judge/data/grouped';
import type { Block } from '../settings/target-file/target';
import { acceptedKinds, linksOf, linksTo, outputsOf, renamed, variedChains, type Workflow } from './chains';
import { freshName } from './ids';

/** Workflows with a fault, each made from a valid chain. Pure, except for random names. */

/** The faults of a connection, with the names of their families in reports. */
const nameOf = {
  later: 'reads a later block',
  self: 'reads the block itself',
  'no-block': 'reads a block that does not exist',
  'missing-field': 'reads a field that does not exist',
  'field-of-another': 'reads a field of another block',
  'input-for-output': 'reads an input in place of an output',
  'mismatched-kind': 'reads a value of another kind',
};
export type Flaw = keyof typeof nameOf;
export const flaws = Object.keys(nameOf) as Flaw[];

/** Whether the faulty connection is the first or the last of the chain. */
export type FaultPlace = 'early' | 'late';

export interface FaultyChain {
  blocks: Block[];
  /** The faulty connection. */
  connection: Connection;
  /** Index of the reading block in the chain. */
  position: number;
  /** The valid chain that it was made from. */
  sound: Block[];
  /** The change to the name that is read, where there are several. */
  how?: string;
  /** The part of the target file on which the fault depends: with a wrong declaration there, it is none. */
  restsOn?: 'workflow.kinds' | 'workflow.outputs';
  /** It has further faults besides the one that is named. */
  several?: true;
}

/** A faulty chain as a probe. */
export interface NamedFault {
  family: string;
  words: string;
  fault: FaultyChain;
  /** It is sent even if an equal one was. */
  turn?: string;
}

/** An input of a valid chain, where a fault is put. */
interface Place {
  workflow: Workflow;
  chain: Block[];
  position: number;
  block: Block;
  input: string;
  kinds: string[];
}

/** What the input at a place reads in place of something valid. */
type Read = Pick<FaultyChain, 'how' | 'restsOn'> & { block: string; field: string };

const placesIn = (workflow: Workflow, chain: Block[]): Place[] =>
  chain.flatMap((block, position) =>
    Object.keys(block.inputs).map((input) => {
      return { workflow, chain, position, block, input, kinds: acceptedKinds(workflow, block, input) };
    }),
  );

const before = ({ chain, position }: Place) => chain.slice(0, position).toReversed();

/** What the input would read of this block if it could: an output of an accepted kind if there is one. */
const fitting = ({ workflow, kinds }: Place, from: Block): Read[] =>
  outputsOf(workflow, from)
    .toSorted(([, one], [, other]) => Number(kinds.includes(other)) - Number(kinds.includes(one)))
    .map(([field]) => ({ block: from.name, field }))
    .slice(0, 1);

type Named = readonly [how: string, name: string, kinds?: readonly string[]];

/**
 * Fields that an earlier block does not have: each of these names that is none of its fields. Names of an accepted kind come
 * first: for others, the kind is wrong, too.
 */
const readsOfNames = (at: Place, names: (from: Block) => Named[], restsOn?: Read['restsOn']): Read[] =>
  before(at).flatMap((from) => {
    const isOther = ([, , kinds]: Named) => Number(kinds?.some((kind) => at.kinds.includes(kind)) === false);
    return names(from)
      .toSorted((one, other) => isOther(one) - isOther(other))
      .filter(([, field]) => isFieldName(at.workflow, field) && !hasField(at.workflow, from, field))
      .map(([how, field]) => ({ block: from.name, field, how, ...(restsOn && { restsOn }) }));
  });

/** Every faulty read of an input, the plainest first. */
const reads: Record<Flaw, (at: Place) => Read[]> = {
  later: (at) => at.chain.slice(at.position + 1).flatMap((from) => fitting(at, from)),
  self: (at) => fitting(at, at.block),
  'no-block'(at) {
    const { workflow, chain } = at;
    const [read] = [...before(at), at.block].flatMap((from) => fitting(at, from));
    // Where the target assigns the names of blocks, a name that differs slightly may be no name, and the
    // text around it no reference.
    const near = workflow.blockName ? [] : before(at).flatMap(({ name }) => nearNames(name));
    const none = workflow.blockName?.(chain.length + 7) ?? freshName('none');
    return [['', none] as const, ...near].flatMap(([how, block]) => {
      const exists = block === '' || chain.some(({ name }) => name === block);
      return read && !exists ? { ...read, block, how } : [];
    });
  },
  'missing-field': (at) => [
    ...readsOfNames(at, (from) => [
      ['', freshName('field')],
      ...linksTo(at.workflow, from, at.kinds).flatMap(({ field }) => nearNames(field)),
    ]),
    ...reads['field-of-another'](at),
    ...reads['input-for-output'](at),
    ...readsOfNames(at, () => usual.map((name) => [name, name]), 'workflow.outputs'),
  ],
  'field-of-another': (at) =>
    readsOfNames(
      at,
      () =>
        at.workflow.blockTypes.flatMap(({ name, outputs }) =>
          Object.entries(outputs).map(([field, kind]): Named => [`${field} of ${name}`, field, [kind]]),
        ),
      'workflow.outputs',
    ),
  'input-for-output': (at) =>
    readsOfNames(
      at,
      (from) =>
        Object.keys(from.inputs).map((input) => ['an input', input, acceptedKinds(at.workflow, from, input)]),
      'workflow.outputs',
    ),
  'mismatched-kind': (at) =>
    before(at).flatMap((from) =>
      outputsOf(at.workflow, from).flatMap(([field, kind]): Read[] =>
        at.kinds.includes(kind) ? [] : [{ block: from.name, field, how: field, restsOn: 'workflow.kinds' }],
      ),
    ),
};

/** The chains with this fault at this input. */
function faultsAt(at: Place, flaw: Flaw): FaultyChain[] {
  const { chain, position, block, input } = at;
  const read = reads[flaw](at).map(({ block: source, field, ...more }): FaultyChain => {
    const inputs = { ...block.inputs, [input]: { block: source, field } };
    const connection = { consumer: block.name, input, source, field };
    return {
      blocks: chain.with(position, { ...block, inputs }),
      connection,
      position,
      sound: chain,
      ...more,
    };
  });
  return flaw === 'later' ? [...exchanged(at), ...read] : read;
}

const faultsIn = (workflow: Workflow, chains: readonly Block[][], flaw: Flaw): FaultyChain[] =>
  chains.flatMap((chain) => placesIn(workflow, chain).flatMap((at) => faultsAt(at, flaw)));

/** Puts the block before the one that it reads, which is next to it. Nothing else in the chain changes. */
function exchanged({ workflow, chain, position, block, input }: Place): FaultyChain[] {
  const source = chain[position - 1];
  const [link, ...others] = linksOf(block).filter((each) => each.block === source?.name);
  if (source === undefined || link?.input !== input || others.length > 0) return [];
  const connection = { consumer: block.name, input, source: source.name, field: link.field };
  const moved = chain.with(position - 1, block).with(position, source);
  return [{ ...withNames(workflow, moved, connection), position: position - 1, sound: chain }];
}

/** The blocks, and a connection of them, with the names that the target gives blocks by their place. */
function withNames(
  { blockName }: Workflow,
  blocks: readonly Block[],
  connection: Connection,
): Pick<FaultyChain, 'blocks' | 'connection'> {
  const nameOf = (name: string) => blockName?.(blocks.findIndex((block) => block.name === name)) ?? name;
  const [consumer, source] = [nameOf(connection.consumer), nameOf(connection.source)];
  return { blocks: renamed(blocks, nameOf), connection: { ...connection, consumer, source } };
}

/** Names that differ slightly from this block or field name. */
const nearNames = (name: string): Named[] => [
  ['its name truncated', name.slice(0, -1)],
  ['its name with 2 appended', `${name}2`],
  ['its name with its first letters swapped', name.charAt(1) + name.charAt(0) + name.slice(2)],
];
/** Common names, and properties that every object has in some languages. An output may have them undeclared. */
const usual = (
  'constructor toString __proto__ output outputs result results value values data id name type input inputs ' +
  'state status length text content'
).split(' ');

/** References may be written with punctuation, so a name has none that no field of the target has. */
function isFieldName({ blockTypes }: Workflow, field: string): boolean {
  const signs = blockTypes.flatMap(({ outputs }) => Object.keys(outputs)).join('');
  return field !== '' && [...field].every((sign) => /[a-z0-9]/i.test(sign) || signs.includes(sign));
}

/** The contract does not say whether a name in another case is another name. */
const hasField = (workflow: Workflow, block: Block, field: string) =>
  outputsOf(workflow, block).some(([name]) => name.toLowerCase() === field.toLowerCase());

/**
 * A chain with this fault at its first or last connection, or at the next one that can have it. Null where none
 * can.
 * @param chains valid chains, the preferred ones first
 */
export function faultyChain(
  workflow: Workflow,
  chains: readonly Block[][],
  flaw: Flaw,
  place: FaultPlace,
): FaultyChain | null {
  const connections = chains.map((chain) => {
    const all = placesIn(workflow, chain).filter(
      ({ block, input }) => 'block' in (block.inputs[input] ?? {}),
    );
    return place === 'early' ? all : all.toReversed();
  });
  const outermost = connections.flatMap(([at]) => at ?? []);
  const [fault = null] = [...outermost, ...connections.flat()].flatMap((at) =>
    faultsAt(at, flaw).slice(0, 1),
  );
  return fault;
}

/** The same fault elsewhere in the same chain. Null where none is possible. */
export const faultElsewhere = (workflow: Workflow, fault: FaultyChain, flaw: Flaw): FaultyChain | null =>
  faultsIn(workflow, [fault.sound], flaw).find((other) => isElsewhere(other, fault)) ?? null;

/** Whether the faults of two chains of a length are at other connections, by number, between blocks at other places. */
export function isElsewhere(one: FaultyChain, other: FaultyChain): boolean {
  const endsOf = ({ blocks, connection: { consumer, source, input } }: FaultyChain) => {
    const links = blocks.flatMap((block) => linksOf(block).map((link) => [block.name, link.input].join()));
    const ends = [consumer, source].map((end) => blocks.findIndex(({ name }) => name === end));
    return [...ends, links.indexOf([consumer, input].join())];
  };
  const ends = endsOf(other);
  return (
    one.blocks.length === other.blocks.length &&
    endsOf(one).every((end, index) => end < 0 || end !== ends[index])
  );
}

/** A chain for each two kinds that do not match; where there are many kinds, more pairs add little. */
export const mismatchedPairs = (workflow: Workflow): FaultyChain[] =>
  uniqueBy(
    faultsIn(workflow, variedChains(workflow, 12), 'mismatched-kind'),
    (fault) => connected(workflow, fault).kinds,
  ).slice(0, MOST_PAIRS);

const MOST_PAIRS = 12;

/**
 * The same fault in the shortest chain that has it: the reading block and the blocks that it depends on. Null
 * where the chain is that short already.
 */
export function faultAlone(workflow: Workflow, chain: FaultyChain): FaultyChain | null {
  const { blocks, connection } = chain;
  const needed = new Set([connection.consumer]);
  for (const block of blocks.toReversed())
    if (needed.has(block.name)) for (const link of linksOf(block)) needed.add(link.block);
  const left = blocks.filter(({ name }) => needed.has(name));
  if (left.length === blocks.length) return null;
  return { ...chain, ...withNames(workflow, left, connection), position: left.length - 1 };
}

/**
 * Workflows with this fault at any input of valid chains: with one such fault; with several;
 * and one workflow that is repeated. All of them, or one of each of the first two.
 */
export function faultyChains(
  { workflow, chains }: { workflow: Workflow; chains: readonly Block[][] },
  flaw: Flaw,
  isAll: boolean,
): NamedFault[] {
  const single = differentOf(workflow, faultsIn(workflow, chains, flaw));
  const several = chains.slice(-2).flatMap((chain) => severalIn(workflow, chain, flaw));
  const name = nameOf[flaw];
  const named = (family: string, chains: FaultyChain[]) =>
    chains.map((fault): NamedFault => ({ family, words: wordsOf(fault), fault }));
  const once = [...named(name, single.slice(0, 1)), ...named(`${name}, several faults`, several.slice(0, 1))];
  if (!isAll) return once;
  const repeated = ['first', 'second', 'third', 'fourth'].flatMap((time) =>
    named(`${name}, sent four times`, single.slice(0, 1)).map((each) => ({
      ...each,
      words: `${each.words}, for the ${time} time`,
      turn: `${name}, ${time}`,
    })),
  );
  return [...named(name, single), ...named(`${name}, several faults`, several), ...repeated];
}

function wordsOf({ blocks, connection, position, several, how }: FaultyChain): string {
  const from = blocks.findIndex(({ name }) => name === connection.source);
  const read = `${from < 0 ? 'no block' : `block ${from + 1}`}${how ? `, ${how}` : ''}`;
  const words = `block ${position + 1} of ${blocks.length}, input ${connection.input}, reads ${read}`;
  return words + (several ? ', and others too' : '');
}

/** How often each of what may make a server miss a fault is sent. */
const TIMES = 2;

/** Those of these faults that have something which few before them have. */
function differentOf(workflow: Workflow, faults: readonly FaultyChain[]): FaultyChain[] {
  const sent = new Map<string, number>();
  return faults.filter((fault) => {
    const features = featuresOf(workflow, fault);
    const isNew = features.some((feature) => (sent.get(feature) ?? 0) < TIMES);
    if (isNew) for (const feature of features) sent.set(feature, (sent.get(feature) ?? 0) + 1);
    return isNew;
  });
}

/** The blocks of a faulty connection, and its kinds. */
function connected(workflow: Workflow, { blocks, connection, position }: FaultyChain) {
  const from = blocks.findIndex(({ name }) => name === connection.source);
  const [reader, read] = [blocks[position] as Block, blocks[from]];
  const [, kind] = (read && outputsOf(workflow, read).find(([field]) => field === connection.field)) ?? [];
  return { from, reader, read, kinds: `${kind} for ${acceptedKinds(workflow, reader, connection.input)}` };
}

/** What of a fault may make a server miss it. */
function featuresOf(workflow: Workflow, fault: FaultyChain): string[] {
  const { blocks, connection, position, how = '' } = fault;
  const { from, reader, read, kinds } = connected(workflow, fault);
  return [
    `place ${position}`,
    `place ${position} of ${blocks.length}`,
    `distance ${read ? from - position : 'none'}`,
    `reader ${reader.type}.${connection.input}`,
    `beside ${linksOf(reader).findIndex(({ input }) => input === connection.input)}`,
    `read ${read?.type}`,
    `kind ${kinds}`,
    `how ${how}`,
  ];
}

/** The chain with such a fault in each block that can have it, if several can. */
function severalIn(workflow: Workflow, chain: Block[], flaw: Flaw): FaultyChain[] {
  const inPlace = faultsIn(workflow, [chain], flaw).filter(({ blocks, position }) =>
    blocks.every((block, at) => at === position || block === chain[at]),
  );
  const each = uniqueBy(inPlace, ({ position }) => `${position}`);
  const [first, ...others] = each;
  if (first === undefined || others.length === 0) return [];
  const blocks = chain.map((block, at) => each.find(({ position }) => position === at)?.blocks[at] ?? block);
  return [{ ...first, blocks, several: true }];
}
