import type { Block, BlockInput } from '../drive/target-file/target';
import type { Connection } from '../judge/data/expectation';
import type { Workflow } from './chains';
import { type Family, family } from './family';

/** Renames blocks, and the references to them. */
const renamed = (blocks: readonly Block[], nameOf: (name: string) => string): Block[] =>
  blocks.map(({ name, type, inputs }) => {
    const reads = Object.entries(inputs).map(([input, source]): [string, BlockInput] => [
      input,
      'block' in source ? { ...source, block: nameOf(source.block) } : source,
    ]);
    return { name: nameOf(name), type, inputs: Object.fromEntries(reads) };
  });

/** The blocks, and a connection of them, with the names that the target gives blocks by their place. */
export function withNames(
  { blockName }: Workflow,
  blocks: readonly Block[],
  connection: Connection,
): { blocks: Block[]; connection: Connection } {
  const nameOf = (name: string) => blockName?.(blocks.findIndex((block) => block.name === name)) ?? name;
  const [consumer, source] = [nameOf(connection.consumer), nameOf(connection.source)];
  return { blocks: renamed(blocks, nameOf), connection: { ...connection, consumer, source } };
}

/** A workflow with block names beyond those of a target file: in other alphabets, or with white space. */
export function otherNames(blocks: readonly Block[]): Family {
  const named = Object.entries(alphabets).map(([words, letters]) => {
    const nameOf = (name: string) => `${letters}${blocks.findIndex((block) => block.name === name) + 1}`;
    return { words, value: JSON.stringify(renamed(blocks, nameOf)) };
  });
  return family('block names in another alphabet', {
    everywhere: () => named.slice(0, 1),
    deep: () => named,
  });
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
