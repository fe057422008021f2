import { expect, test } from '@playwright/test';
import { connectionsOf, workflows as reference } from '../../mock/workflows';
import mockTarget from '../../tests/targets/mock';
import { between } from '../drive/target-file/parts';
import type { Block } from '../drive/target-file/target';
import type { Connection } from '../judge/data/expectation';
import { classifyMessage, differInWords } from '../judge/response/message-naming';
import {
  type FaultPlace,
  type Flaw,
  faultAlone,
  faultyChain,
  mismatchedPairs,
  skippingChain,
  soundChain,
  soundLengths,
  type Workflow,
  withoutBetween,
} from './chains';
import { coveringChains, faultsIn, otherNames } from './sampled-chains';

const workflow: Workflow = mockTarget.workflow;
const named: Workflow = { ...workflow, blockName: (index) => `b${index + 1}` };
const flaws: Flaw[] = [
  'later',
  'self',
  'no-block',
  'missing-field',
  'field-of-another',
  'input-for-output',
  'mismatched-kind',
];
const places: FaultPlace[] = ['early', 'late'];

/** Returns the faults of a chain according to the mock, which is independent of the code under test. */
const flawsOf = (blocks: Block[]) => {
  expect(reference.wrong(blocks, reference.types)).toBeUndefined();
  return reference.faulty(blocks, reference.types).map(({ reason, reader, input, block, field }) => ({
    flaw: reason,
    consumer: reader,
    input,
    source: block,
    field,
  }));
};

const linksOf = (blocks: Block[]) => connectionsOf(blocks).map(({ reader, block }) => `${reader} ${block}`);

/** For the mock, a field of another block and an input are both fields that the block does not have. */
const seenAs = (flaw: Flaw) =>
  flaw === 'field-of-another' || flaw === 'input-for-output' ? 'missing-field' : flaw;

for (const length of [2, 3, 4, 5]) {
  test(`in a sound chain of ${length} blocks, each block after the first reads the one before without a fault`, () => {
    const blocks = soundChain(workflow, length) ?? [];
    expect(blocks).toHaveLength(length);
    expect(flawsOf(blocks)).toEqual([]);
    const links = linksOf(blocks);
    for (const [index, { name }] of blocks.slice(1).entries()) {
      expect(links).toContain(`${name} ${blocks[index]?.name}`);
    }
    expect(new Set(blocks.map(({ name }) => name)).size).toBe(length);
  });
}

test('the names of blocks are new random words of lower-case letters and digits, or those of the target', () => {
  const names = soundChain(workflow, 5)?.map(({ name }) => name) ?? [];
  for (const name of names) expect(name).toMatch(/^[a-z]+\d{2}$/);
  expect(soundChain(workflow, 5)?.map(({ name }) => name)).not.toEqual(names);
  expect(soundChain(named, 3)?.map(({ name }) => name)).toEqual(['b1', 'b2', 'b3']);
});

test('block types that cannot be connected give no chain', () => {
  const lone: Workflow = {
    ...workflow,
    blockTypes: [{ name: 'end', inputs: { text: 'text' }, outputs: {} }],
  };
  expect(soundLengths(workflow)).toEqual([2, 3, 4, 5]);
  expect(soundLengths(lone)).toEqual([]);
  expect(faultyChain(lone, 'later', 'early')).toBeNull();
});

for (const flaw of flaws) {
  for (const place of places) {
    for (const [whose, palette] of Object.entries({ fresh: workflow, "the target's": named })) {
      test(`${flaw}, ${place}, with ${whose} names: a chain of five blocks has exactly one connection with this fault`, () => {
        const faulty = faultyChain(palette, flaw, place);
        if (faulty === null) throw new Error('the palette allows every flaw');
        expect(faulty.blocks).toHaveLength(5);
        expect(flawsOf(faulty.blocks)).toEqual([{ flaw: seenAs(flaw), ...faulty.connection }]);
        expect(faulty.blocks[faulty.position]?.name).toBe(faulty.connection.consumer);
        const early = flaw === 'later' ? 0 : 1;
        expect(faulty.position).toBe(place === 'early' ? early : early + 3);
        // The later field has the right kind, so the chain is sound in the other order.
        const [reader, read] = faulty.blocks.slice(faulty.position);
        if (flaw === 'later' && reader && read)
          expect(
            flawsOf(faulty.blocks.with(faulty.position, read).with(faulty.position + 1, reader)),
          ).toEqual([]);
      });
    }
  }
}

test('an input that is read like an output has an accepted kind if the block types allow it', () => {
  const palette: Workflow = {
    ...workflow,
    blockTypes: [
      { name: 'write', inputs: { brief: 'text' }, outputs: { prose: 'text', words: 'number' } },
      { name: 'draw', inputs: { idea: 'text', width: 'number' }, outputs: { image: 'image' } },
    ],
  };
  const suchAnInput = { field: 'brief', input: expect.stringMatching(/^(?:brief|idea)$/) };
  for (const place of places)
    expect(faultyChain(palette, 'input-for-output', place)?.connection).toMatchObject(suchAnInput);
});

test('every kind is connected to every input that does not accept it, with one pair per chain', () => {
  const pairs = mismatchedPairs(workflow);
  for (const { blocks, connection } of pairs) {
    expect(flawsOf(blocks)).toEqual([{ flaw: 'mismatched-kind', ...connection }]);
  }
  const inputs = workflow.blockTypes.flatMap((type) => Object.values(type.inputs));
  const accepted = [...new Set(inputs.map((kinds) => [kinds].flat().join('|')))];
  const due = ['text', 'number', 'image'].flatMap((kind) =>
    accepted.filter((kinds) => !kinds.includes(kind)),
  );
  expect(pairs).toHaveLength(due.length);
});

test('a kind that no input accepts is also connected to each input, in a chain that is sound without it', () => {
  const speak = { name: 'speak', inputs: { script: 'text' }, outputs: { audio: 'sound' } };
  for (const palette of [workflow, named]) {
    const blockTypes = [...workflow.blockTypes, speak];
    const known = mismatchedPairs(palette).length;
    const pairs = mismatchedPairs({ ...palette, blockTypes });
    const ofSound = pairs.filter(({ connection: { field } }) => field === 'audio');
    const inputs = new Set(
      workflow.blockTypes.flatMap((type) => Object.values(type.inputs).map((kinds) => [kinds].flat().join())),
    );
    expect(ofSound).toHaveLength(inputs.size);
    expect(pairs).toHaveLength(known + inputs.size);
    for (const { blocks, sound, position } of ofSound) {
      expect(faultsIn({ ...palette, blockTypes }, blocks)).toHaveLength(1);
      expect(faultsIn({ ...palette, blockTypes }, sound)).toEqual([]);
      expect(new Set(blocks.map(({ name }) => name)).size).toBe(blocks.length);
      expect(position).toBe(2);
    }
  }
  expect(
    mismatchedPairs({ ...workflow, blockTypes: [...workflow.blockTypes, speak], longest: 2 }),
  ).toHaveLength(mismatchedPairs({ ...workflow, longest: 2 }).length);
});

test('a block type that needs two kinds without samples is also read by each kind of input', () => {
  const types = [
    { name: 'outline', inputs: { topic: 'text' }, outputs: { draft: 'text' } },
    { name: 'paint', inputs: { scene: 'text' }, outputs: { canvas: 'image' } },
    { name: 'narrate', inputs: { script: 'text' }, outputs: { voice: 'audio' } },
    ...['mix', 'blend'].map((name) => ({
      name,
      inputs: { still: 'image', track: 'audio' },
      outputs: { clip: 'video' },
    })),
  ];
  const palette = (longest: number): Workflow => ({
    ...workflow,
    samples: { text: 'Hello' },
    blockTypes: types,
    longest,
  });
  const readIn = (longest: number) =>
    mismatchedPairs(palette(longest)).map(({ blocks, sound, connection }) => {
      expect(blocks.length).toBeLessThanOrEqual(longest);
      expect(faultsIn(palette(longest), sound)).toEqual([]);
      expect(faultsIn(palette(longest), blocks)).toEqual([expect.stringMatching(/: another kind$/)]);
      return between(blocks, connection);
    });
  const video = readIn(5).filter((pair) => pair.includes('.clip >'));
  for (const name of ['mix', 'blend'])
    for (const input of ['outline.topic', 'mix.still', 'mix.track'])
      expect(video).toContain(`${name}.clip > ${input}`);
  expect(readIn(4).filter((pair) => pair.includes('.clip >'))).toHaveLength(4);
  expect(readIn(3).filter((pair) => pair.includes('.clip >'))).toEqual([]);
});

test('if there are more pairs than are sent, each block type is read once before one is read twice', () => {
  const kinds = Array.from({ length: 9 }, (_, index) => `kind${index}`);
  const blockTypes = [
    ...kinds.map((kind) => ({ name: `make-${kind}`, inputs: { text: 'text' }, outputs: { made: kind } })),
    ...kinds.map((kind) => ({ name: `read-${kind}`, inputs: { made: kind }, outputs: { text: 'text' } })),
  ];
  const pairs = mismatchedPairs({ ...workflow, blockTypes });
  expect(pairs).toHaveLength(12);
  const read = pairs.map(({ blocks, connection }) => between(blocks, connection).split('.')[0]);
  expect(new Set(read.slice(0, kinds.length + 1)).size).toBe(kinds.length + 1);
});

/** Returns block types with these inputs, which differ only in their names. */
const alike = (count: number, inputs: Record<string, string>) =>
  Array.from({ length: count }, (_, index) => ({ name: `type${index}`, inputs, outputs: { text: 'text' } }));

test('a flaw that the block types do not allow gives no chain, within two seconds for many block types', () => {
  const blockTypes = alike(60, { text: 'text', more: 'text' });
  const before = process.cpuUsage();
  expect(faultyChain({ ...workflow, blockTypes }, 'mismatched-kind', 'late')).toBeNull();
  // CPU time of this process, since the machine may be busy with other work.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

test('a flaw that only one of many block types allows is found', () => {
  const blockTypes = [
    ...alike(20, { text: 'text' }),
    { name: 'odd', inputs: { text: 'text' }, outputs: { text: 'text', size: 'number' } },
  ];
  const faulty = faultyChain({ ...workflow, blockTypes }, 'mismatched-kind', 'early');
  expect(faulty?.connection.field).toBe('size');
});

test('another first block makes the first connection faulty if each block type has one output field', () => {
  const plain: Workflow = {
    ...workflow,
    samples: { text: 'Hello' },
    blockTypes: [
      { name: 'write', inputs: { prompt: 'text' }, outputs: { text: 'text' } },
      { name: 'draw', inputs: { prompt: 'text' }, outputs: { picture: 'image' } },
      { name: 'describe', inputs: { picture: 'image' }, outputs: { caption: 'text' } },
    ],
  };
  const { blocks, connection } = faultyChain(plain, 'mismatched-kind', 'early') ?? { blocks: [] };
  expect(blocks.map(({ type }) => type).slice(0, 2)).toEqual(['draw', 'write']);
  expect(connection).toMatchObject({ input: 'prompt', source: blocks[0]?.name, field: 'picture' });
  for (const block of blocks.slice(1)) expect(linksOf([block])).toHaveLength(1);
});

test('a chain whose third block reads the first is sound', () => {
  const blocks = skippingChain(workflow) ?? [];
  expect(flawsOf(blocks)).toEqual([]);
  const links = linksOf(blocks);
  expect(links).toEqual([`${blocks[1]?.name} ${blocks[0]?.name}`, `${blocks[2]?.name} ${blocks[0]?.name}`]);
  expect(skippingChain({ ...workflow, longest: 2 })).toBeNull();
});

test('one of two covering chains has a block that reads two others, if the block types allow it', () => {
  const write = { name: 'write', inputs: { prompt: 'text' }, outputs: { text: 'text' } };
  const join = { name: 'join', inputs: { first: 'text', second: 'text' }, outputs: { text: 'text' } };
  const draw = { name: 'draw', inputs: { prompt: 'text' }, outputs: { image: 'image' } };
  const caption = { name: 'caption', inputs: { image: 'image', style: 'text' }, outputs: { text: 'text' } };
  const voice = { name: 'speak', inputs: { text: 'text' }, outputs: { audio: 'audio' } };
  const film = { name: 'film', inputs: { image: 'image', audio: 'audio' }, outputs: { video: 'video' } };
  const others = ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
    ...write,
    name,
    outputs: { [name]: 'text' },
  }));
  for (const blockTypes of [
    workflow.blockTypes,
    [write, join],
    [join],
    [draw, write, caption],
    [write, draw, voice, film],
    [write, ...others, join],
    [...others, draw, write, caption],
    [...others, draw, voice, film],
  ]) {
    const chains = coveringChains({ ...workflow, blockTypes }, 2);
    const sources = chains.flat().map(({ inputs }) => Object.values(inputs));
    const read = sources.map((each) => new Set(each.flatMap((from) => ('block' in from ? from.block : []))));
    expect(Math.max(...read.map(({ size }) => size))).toBe(2);
    expect(chains.flatMap((chain) => faultsIn({ ...workflow, blockTypes }, chain))).toEqual([]);
  }
});

test('the third block of such a chain directly follows the first when the second is removed', () => {
  const chain = skippingChain(workflow) ?? [];
  const near = withoutBetween(chain) ?? [];
  expect(near).toEqual([chain[0], chain[2]]);
  expect(flawsOf(near)).toEqual([]);
  expect(withoutBetween(near)).toBeNull();
});

test('a fault is isolated with the blocks that it needs, which keep their order and have no other fault', () => {
  for (const palette of [workflow, named]) {
    const alone = mismatchedPairs(palette).map((chain) => [chain, faultAlone(palette, chain)] as const);
    expect(alone.filter(([, found]) => found !== null)).not.toEqual([]);
    for (const [{ blocks, connection }, found] of alone) {
      if (found === null) continue;
      expect(found.blocks.length).toBeLessThan(blocks.length);
      expect(between(found.blocks, found.connection)).toBe(between(blocks, connection));
      expect(flawsOf(found.blocks)).toEqual([{ flaw: 'mismatched-kind', ...found.connection }]);
      if (palette === named) expect(found.blocks.map(({ name }) => name)).toEqual(['b1', 'b2']);
    }
  }
  const [pair] = mismatchedPairs(workflow);
  expect(pair?.blocks).toHaveLength(2);
  expect(pair && faultAlone(workflow, pair)).toBeNull();
});

const others = ['stepcc40'];
const positions = [1, 2];
const faulty: Connection = { consumer: 'stepbb20', input: 'text', source: 'stepaa10', field: 'fieldxy30' };

const messages: Record<string, ReturnType<typeof classifyMessage>> = {
  "Block 'stepbb20' is wrong.": 'names',
  'There is no stepaa10.text': 'names',
  'STEPAA10 has no such field': 'names',
  '블록 stepbb20의 입력이 잘못되었습니다': 'names',
  '블록 "stepbb20"의 입력이 잘못되었습니다': 'names',
  'stepcc40 waits for stepbb20': 'names',
  'No field fieldxy30 is put out.': 'names',
  'The input text is not fed.': 'nothing',
  'The input "text" is not fed.': 'names',
  'Nothing leads from fieldxy to text.': 'nothing',
  'The input (text) is not fed.': 'names',
  'text: wrong kind': 'names',
  'The input *text* is not fed.': 'names',
  'label → text: wrong kind': 'names',
  'text -> label: wrong kind': 'names',
  '입력 text에 연결할 수 없습니다': 'names',
  输入text不接受: 'names',
  'The context: wrong kind': 'nothing',
  'One text, and a pre-text,text': 'nothing',
  'Block 1 is wrong.': 'position',
  'The last block is wrong.': 'nothing',
  '2026-11-02 10:02: the workflow is wrong.': 'nothing',
  'Block 7 is wrong.': 'nothing',
  'Error 20261122.': 'nothing',
  'The fifth connection is wrong.': 'nothing',
  "Block 'stepcc40' is wrong.": 'another',
  "Block 'stepcc40' has a wrong text.": 'another',
  'Block 2 is wrong.': 'position',
  'The second connection is wrong.': 'position',
  'The 2nd block is wrong.': 'position',
  'La 2e étape est fautive.': 'position',
  'The 7th block is wrong.': 'nothing',
  '두 번째 연결이 잘못되었습니다': 'position',
  'xstepbb20, stepbb2, stepbb201, context': 'nothing',
  'The workflow is wrong.': 'nothing',
  '': 'nothing',
};

test('a field with a plain name counts if both ends are named, and "last" counts if the fault is last', () => {
  const words = { ...faulty, field: 'score' };
  expect(classifyMessage('Nothing leads from score to text.', words, others, positions)).toBe('names');
  expect(classifyMessage('Nothing leads to text.', words, others, positions)).toBe('nothing');
  expect(classifyMessage('The last block is wrong.', faulty, others, [2, 3])).toBe('position');
});

test('a number in a message is a position if the blocks have numbers as names', () => {
  const numbered = { ...faulty, consumer: '2', source: '0' };
  expect(classifyMessage("Step 3 can't read step 1.", numbered, ['1'], [1, 3])).toBe('position');
  expect(classifyMessage('Step 9 is wrong.', numbered, ['1'], [1, 3])).toBe('nothing');
});

test('names may contain any character', () => {
  for (const word of ['short_text', 'short-text', 'short.text', 'steps[1]', '$text', 'a/b\\c', '단계 1']) {
    const named = { ...faulty, consumer: word };
    expect(classifyMessage(`The block ${word} is wrong.`, named, others, positions), word).toBe('names');
    expect(classifyMessage('The workflow is wrong.', named, others, positions), word).toBe('nothing');
  }
});

test('messages distinguish connections by their words, and not by times, IDs and numbers', () => {
  const differ: [string, string, boolean][] = [
    ['Der erste Block', 'Der zweite Block', true],
    ['The link edge_a', 'The link edge_b', true],
    ['The workflow is wrong.', 'The workflow is wrong.', false],
    ['Wrong at 10:02:03', 'Wrong at 10:02:04', false],
    ['Wrong (req_4f2a9c)', 'Wrong (req_77b1e0)', false],
    ['Error 20261122', 'Error 20261123', false],
  ];
  for (const [one, other, apart] of differ) expect(differInWords(one, other), one).toBe(apart);
});

for (const [message, how] of Object.entries(messages)) {
  test(`a message identifies the connection by "${how}": ${message || 'an empty message'}`, () => {
    expect(classifyMessage(message, faulty, others, positions)).toBe(how);
  });
}

test('a workflow keeps its one fault when its blocks are renamed', () => {
  const { blocks = [] } = faultyChain(workflow, 'later', 'late') ?? {};
  const others = otherNames(blocks).every?.('') ?? [];
  expect(new Set(others.map(({ value }) => value)).size).toBeGreaterThan(5);
  for (const { value } of others)
    expect(faultsIn(workflow, JSON.parse(value))).toEqual([expect.stringMatching(/: a later block$/)]);
});
