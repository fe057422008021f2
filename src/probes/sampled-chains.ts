import fc from 'fast-check';
import type { Block } from '../drive/target-file/target';
import { isFullDepth, isSmokeDepth } from '../judge/verdict/depth';
import {
  acceptedKinds,
  chainsOf,
  declared,
  type FaultyChain,
  type Flaw,
  foundOnce,
  joiningChain,
  linksOf,
  outputs,
  renamed,
  rewire,
  soundChain,
  soundLengths,
  type Workflow,
} from './chains';
import { countable, type Family, type Probe } from './family';
import { freshName } from './ids';

/**
 * Workflows of a target's block types with one faulty connection of this kind, at any input of any block, to
 * any earlier or later block; with several faulty connections; and one workflow that is repeated. The most
 * different ones come first: a few of them cover each block type, position, length, distance, kind and field.
 */
export function faultyChains(workflowOf: () => Workflow, flaw: Flaw, depth: number, seed: number): Family[] {
  const one: Family = {
    name: nameOf[flaw],
    classic: () => {
      const workflow = workflowOf();
      const found = poolOf(workflow, depth, seed).flatMap((chain) => faultsOf(workflow, chain, flaw));
      const step = Math.ceil(found.length / CANDIDATES);
      const some = found.filter((_, index) => index % step === 0);
      const most = MOST[isSmokeDepth(depth) ? 'few' : isFullDepth(depth) ? 'many' : 'some'];
      return mostTelling(some, ({ features }) => features, most).map(({ probe }) => probe);
    },
  };
  const several = countable(`${nameOf[flaw]}, several faults`, () => {
    const workflow = workflowOf();
    const chains = poolOf(workflow, depth, seed).filter((chain) => chain.length > 2);
    return chains.slice(-2).flatMap((chain) => severalIn(workflow, chain, flaw));
  });
  const again = countable(`${nameOf[flaw]}, sent four times`, () => {
    const workflow = workflowOf();
    const [chain] = poolOf(workflow, depth, seed).slice(-1);
    const [first] = chain ? faultsOf(workflow, chain, flaw) : [];
    if (first === undefined) return [];
    return ['first', 'second', 'third', 'fourth'].map((time) => ({
      words: `${first.probe.words}, for the ${time} time`,
      value: JSON.stringify({ ...first.faulty, time }),
    }));
  });
  return isSmokeDepth(depth) ? [one, several] : [one, several, again];
}

/** A workflow with block names beyond those of a target file: in other alphabets, or with white space. */
export function otherNames(blocks: readonly Block[]): Family {
  return countable('block names in another alphabet', () =>
    Object.entries(alphabets).map(([words, letters]) => {
      const nameOf = (name: string) => `${letters}${blocks.findIndex((block) => block.name === name) + 1}`;
      return { words, value: JSON.stringify(renamed(blocks, nameOf)) };
    }),
  );
}

const alphabets = {
  'Latin with accents': 'étape',
  Greek: 'βήμα',
  Cyrillic: 'шаг',
  Arabic: 'خطوة',
  Hangul: '단계',
  Han: '步骤',
  'an emoji': '🧩',
  'white space': 'a step ',
};

/** The number of chains with one fault, by depth. */
const MOST = { few: 1, some: 30, many: 300 };

/** The names of the families in reports. */
const nameOf: Record<Flaw, string> = {
  later: 'reads a later block',
  self: 'reads the block itself',
  'no-block': 'reads a block that does not exist',
  'missing-field': 'reads a field that does not exist',
  'field-of-another': 'reads a field of another block',
  'input-for-output': 'reads an input in place of an output',
  'mismatched-kind': 'reads a value of another kind',
};

/**
 * Few valid chains, since each may have to be sent to show that only the fault is wrong: for each length the
 * chain with most features, then sampled ones.
 */
function poolOf(workflow: Workflow, depth: number, seed: number): Block[][] {
  return foundOnce(workflow, `few, ${depth}, ${seed}`, () => sampledPool(workflow, depth, seed));
}

function sampledPool(workflow: Workflow, depth: number, seed: number): Block[][] {
  const lengths = soundLengths(workflow).filter(
    (length, at, all) => !isSmokeDepth(depth) || length <= 3 || at === all.length - 1,
  );
  const turns = fc.sample(
    fc.tuple(fc.constantFrom(...lengths), fc.array(fc.nat({ max: 200 }), { minLength: 5, maxLength: 5 })),
    { seed, numRuns: isSmokeDepth(depth) ? 4 : isFullDepth(depth) ? 24 : 12 },
  );
  const sampled = turns.flatMap(([length, turn]) => {
    const { value } = chainsOf(workflow, length, 200, turn).next();
    return value === undefined ? [] : [value];
  });
  return [...sampled, ...lengths.flatMap((length) => [soundChain(workflow, length) ?? []])].filter(
    (chain) => chain.length > 1,
  );
}

interface SampledFault {
  faulty: FaultyChain;
  probe: Probe;
  /** The features of the fault that may make a server miss it. */
  features: string[];
}

/** All ways in which one input of a block in a valid chain can have this fault. */
function faultsOf(workflow: Workflow, chain: Block[], flaw: Flaw): SampledFault[] {
  const restsOn = declared[flaw];
  return chain.flatMap((block, position) =>
    Object.keys(block.inputs).flatMap((input, index) => {
      const literal = 'literal' in (block.inputs[input] ?? {});
      const others = linksOf(block).filter((link) => link.input !== input);
      return wrongSources(workflow, chain, position, input, flaw).flatMap(
        ({ source, field, how, undeclared }) => {
          const spoilt = rewire(chain, position, input, { block: source, field });
          if (faultsIn(workflow, spoilt.blocks).length !== 1) return [];
          const from = chain.findIndex(({ name }) => name === source);
          const read = chain[from]?.type ?? '';
          const words = `block ${position + 1} of ${chain.length}, input ${input}, reads ${from < 0 ? 'no block' : `block ${from + 1}`}${how && `, ${how}`}`;
          const kinds = acceptedKinds(workflow, block, input).join('|');
          const kind = outputs(workflow, chain[from] ?? block).find(([name]) => name === field)?.[1] ?? '';
          const part = undeclared ? 'workflow.outputs' : restsOn;
          const faulty: FaultyChain = { ...spoilt, sound: chain, ...(part && { restsOn: part }) };
          const features = [
            `place ${position}`,
            `place ${position} of ${chain.length}`,
            `distance ${from < 0 ? 'none' : from - position}`,
            `reader ${block.type}.${input}`,
            `reader ${block.type} beside ${others.length} others, ${index}`,
            `given by ${read}`,
            `given by ${read} ${how}`,
            `kind ${kind} for ${kinds}`,
            `how ${how}`,
            `literal ${literal}`,
          ];
          return [{ faulty, probe: { words, value: JSON.stringify(faulty) }, features }];
        },
      );
    }),
  );
}

interface Wrong {
  source: string;
  field: string;
  /** The change to the field, where there are several. */
  how: string;
  /** It may be an output that the target file does not declare. */
  undeclared?: boolean;
}

function wrongSources(
  workflow: Workflow,
  chain: Block[],
  position: number,
  input: string,
  flaw: Flaw,
): Wrong[] {
  const block = chain[position] as Block;
  const kinds = acceptedKinds(workflow, block, input);
  const fitting = (from: Block): Wrong[] => {
    const given = outputs(workflow, from);
    const [field] = given.find(([, kind]) => kinds.includes(kind)) ?? given[0] ?? [];
    return field === undefined ? [] : [{ source: from.name, field, how: '' }];
  };
  const earlier = chain.slice(0, position);
  switch (flaw) {
    case 'self':
      return fitting(block);
    case 'no-block': {
      const none = workflow.blockName?.(chain.length + 7) ?? freshName('none');
      // Where the target assigns the names of blocks, a name that differs slightly may be no name, and the
      // text around it no reference.
      const near = (workflow.blockName ? [] : earlier)
        .flatMap(fitting)
        .flatMap(({ source, field }) =>
          nearNames(source).map(([how, name]) => ({ source: name, field, how: `its name ${how}` })),
        );
      return [...fitting(block).map(({ field }) => ({ source: none, field, how: '' })), ...near].filter(
        ({ source }) => source !== '' && chain.every(({ name }) => name !== source),
      );
    }
    case 'later':
      return chain.slice(position + 1).flatMap(fitting);
    case 'mismatched-kind':
      return earlier.flatMap((from) =>
        outputs(workflow, from)
          .filter(([, kind]) => !kinds.includes(kind))
          .map(([field]) => ({ source: from.name, field, how: `the field ${field}` })),
      );
    default:
      return earlier.flatMap((from) =>
        missingFields(workflow, from, kinds).map((wrong) => ({ source: from.name, ...wrong })),
      );
  }
}

/** Names that differ slightly from this block or field name. */
function nearNames(name: string): [how: string, name: string][] {
  return [
    ['truncated', name.slice(0, -1)],
    ['with 2 appended', `${name}2`],
    ['with its first letters swapped', name.charAt(1) + name.charAt(0) + name.slice(2)],
  ];
}

const common =
  'output outputs result results value values data id name type input inputs state status length text content'.split(
    ' ',
  );
/** Properties that every object has in some languages. */
const inherited = ['constructor', 'toString', '__proto__'];

/**
 * Field names that a block does not have: unrelated, slightly different, of other types, and common ones.
 * They contain only punctuation that fields of the target have, since references may be written with it. None
 * differs in case alone: the contract does not say whether that is another name.
 */
function missingFields(workflow: Workflow, block: Block, kinds: readonly string[]): Omit<Wrong, 'source'>[] {
  const given = outputs(workflow, block);
  const own = given.map(([field]) => field);
  // A server that corrects a name that differs slightly must still reject a field of another kind.
  const fitting = given.filter(([, kind]) => kinds.includes(kind)).map(([field]) => field);
  const signs = workflow.blockTypes.flatMap(({ outputs }) => Object.keys(outputs)).join('');
  const isOrdinary = (field: string) =>
    [...field].every((sign) => /[a-z0-9]/i.test(sign) || signs.includes(sign));
  const isOwn = (field: string) => own.some((name) => name.toLowerCase() === field.toLowerCase());
  const near = fitting.flatMap(nearNames).map(([how, field]) => ({ how, field }));
  const others = workflow.blockTypes.flatMap(({ name, outputs, inputs }) => [
    ...Object.keys(outputs).map((field) => ({
      how: `the field ${field} of ${name}`,
      field,
      undeclared: true,
    })),
    ...Object.keys(name === block.type ? inputs : {}).map((field) => ({
      how: 'an input',
      field,
      undeclared: true,
    })),
  ]);
  return [
    { how: 'of no block', field: freshName('field') },
    ...near,
    ...others,
    ...inherited.map((field) => ({ how: `called ${field}`, field })),
    ...common.map((field) => ({ how: `called ${field}`, field, undeclared: true })),
  ].filter(({ field }) => field !== '' && !isOwn(field) && isOrdinary(field));
}

/** With this many, the search is fast. */
const CANDIDATES = 2999;

/**
 * At most this many: repeatedly the one with the most features that have not occurred yet, as long as there
 * are enough of them.
 */
function mostTelling<T>(
  all: readonly T[],
  shownBy: (each: T) => readonly string[],
  most: number,
  least = 0,
): T[] {
  const met = new Set<string>();
  const left = all.map((each) => ({ each, shown: shownBy(each) }));
  const chosen: T[] = [];
  while (chosen.length < most && left.length > 0) {
    const news = left.map(({ shown }) => shown.filter((one) => !met.has(one)).length);
    const best = Math.max(...news);
    if (best < least) break;
    for (const { each, shown } of left.splice(news.indexOf(best), 1)) {
      chosen.push(each);
      for (const one of shown) met.add(one);
    }
  }
  return chosen;
}

/** The chain with two such faults, with three, and with one in each block. */
function severalIn(workflow: Workflow, chain: Block[], flaw: Flaw): Probe[] {
  const each = chain.flatMap(
    (_, position) => faultsOf(workflow, chain, flaw).find(({ faulty }) => faulty.position === position) ?? [],
  );
  return [2, 3, chain.length]
    .filter((many, at, all) => many <= each.length && all.indexOf(many) === at)
    .map((many) => {
      const faults = each.slice(0, many);
      const blocks = faults.reduce(
        (wrong, { faulty: { position, connection } }) =>
          rewire(wrong, position, connection.input, { block: connection.source, field: connection.field })
            .blocks,
        chain,
      );
      const [first] = faults as [SampledFault];
      const faulty: FaultyChain = { ...first.faulty, blocks, several: true };
      return { words: `${many} faults in a chain of ${chain.length}`, value: JSON.stringify(faulty) };
    });
}

/**
 * A few valid chains that together connect each input of each block type to each output that it accepts, in
 * each length beyond two. In the first, a block reads two others. Of the other chains tried, each is the one
 * with the most features that have not occurred yet.
 * @param shownBy further features to cover
 */
export function coveringChains(workflow: Workflow, most: number, shownBy = shownIn): Block[][] {
  if (most === 0) return [];
  const candidates = foundOnce(workflow, 'of all connections', () => candidatesIn(workflow));
  const first = foundOnce(workflow, 'joining', () => [joiningChain(workflow) ?? []]).filter(
    (chain) => shownBy(chain).length > 0,
  );
  const met = first.flatMap(shownBy);
  const more = (chain: Block[]) => shownBy(chain).filter((feature) => !met.includes(feature));
  return [...first, ...mostTelling(candidates, more, Math.min(most, MOST_CHAINS) - first.length, 1)];
}

/** Valid chains to choose from, the same in each run. */
function candidatesIn(workflow: Workflow): Block[][] {
  const [longest = 0, ...shorter] = soundLengths(workflow).reverse();
  const turns = fc.sample(fc.array(fc.nat({ max: 200 }), { minLength: 5, maxLength: 5 }), {
    seed: 1,
    numRuns: 300,
  });
  const drawnOf = (length: number, times: number) =>
    turns.slice(0, times).flatMap((turn) => {
      const { value } = chainsOf(workflow, length, 200, turn).next();
      return value === undefined ? [] : [value];
    });
  const between = shorter.filter((length) => length > 2).flatMap((length) => drawnOf(length, 30));
  return [...drawnOf(longest, 300), ...between];
}

/** Each one is an AI request. */
const MOST_CHAINS = 14;

/** The features of a valid chain: its number of blocks, and what its inputs read: `label.value < write.text`. */
function shownIn(chain: readonly Block[]): string[] {
  const reads = chain.flatMap((block) =>
    linksOf(block).flatMap((link) => {
      const from = chain.find(({ name }) => name === link.block);
      return from ? [`${block.type}.${link.input} < ${from.type}.${link.field}`] : [];
    }),
  );
  return [...chain.map((_, index) => `block ${index + 1} of ${chain.length}`), ...reads];
}

/**
 * The faulty connections of a workflow, by the rules of the contract (2.4) alone: an oracle for the sampled
 * chains.
 * @returns each as `block.input: fault`
 */
export function faultsIn(workflow: Workflow, blocks: readonly Block[]): string[] {
  return blocks.flatMap((block, position) =>
    linksOf(block).flatMap(({ input, block: source, field }) => {
      const place = blocks.findIndex(({ name }) => name === source);
      const read = blocks[place];
      const kind = read && outputs(workflow, read).find(([each]) => each === field)?.[1];
      const fault =
        place < 0
          ? 'no block'
          : place === position
            ? 'itself'
            : place > position
              ? 'a later block'
              : kind === undefined
                ? 'no such field'
                : !acceptedKinds(workflow, block, input).includes(kind)
                  ? 'another kind'
                  : null;
      return fault === null ? [] : [`${block.name}.${input}: ${fault}`];
    }),
  );
}
