import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mockKeys } from '../mock/accounts';
import type { Clause } from '../spec/clause';
import { ledger } from '../spec/ledger';
import { mostAiRequests } from '../src/drive/run/budget';
import { readSettings } from '../src/drive/settings/settings';
import { aiRequestsOf, requestsOf } from '../src/drive/setup/requests';
import type { Target } from '../src/drive/target-file/target';
import type { Depth } from '../src/judge/verdict/depth';
import mockTarget from '../tests/targets/mock';
import { root } from './helpers/process';
import { kinds } from './row';
import { rows } from './rows';

/** The numbers that a line of prose states: each `#` of `words` is one, `...` any text, and the rest is literal. */
interface Statement {
  file: string;
  words: string;
  numbers: readonly number[];
}

const given = { target: mockTarget as Target, keys: mockKeys };
const { settings } = readSettings({});
const levels = Object.values<Clause>(ledger).map(({ level }) => level);
const clausesOf = (level: Clause['level']) => levels.filter((each) => each === level).length;

/** The requests and AI requests of a run with everything. */
const ofRun = (depth: Depth) => [
  requestsOf(depth, given),
  aiRequestsOf(depth, given),
  mostAiRequests({ settings: { ...settings, depth }, ...given }),
];

const statements: readonly Statement[] = [
  { file: 'README.md', words: 'The contract is split into # clauses.', numbers: [levels.length] },
  ...(['must', 'should', 'unspecified', 'unobservable'] as const).map((level) => ({
    file: 'README.md',
    words: `| ${level} | # |`,
    numbers: [clausesOf(level)],
  })),
  { file: 'README.md', words: '1 fault violates 3 of # must clauses.', numbers: [clausesOf('must')] },
  {
    file: 'README.md',
    words: '| an address and a key | # |',
    numbers: [requestsOf(1, { keys: { API_KEY: 'k' }, target: {} })],
  },
  { file: 'README.md', words: 'all accounts | # | about #, at most # |', numbers: ofRun(1) },
  { file: 'README.md', words: '| `DEPTH=3`... | # | about #, at most # |', numbers: ofRun(3) },
  { file: '.env.example', words: 'about # requests to a target', numbers: [requestsOf(1, given)] },
  { file: '.env.example', words: 'at every operation, about # requests.', numbers: [requestsOf(3, given)] },
  ...kinds.map((kind) => ({
    file: 'PROOF.md',
    words: `| \`${kind}\` | ... | # |`,
    numbers: [rows.filter((row) => row.kind === kind).length],
  })),
];

/** The texts with current numbers, by file, where they differ from what the file says. */
export function renewed(): Record<string, string> {
  const files = [...new Set(statements.map(({ file }) => file))];
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  return Object.fromEntries(
    texts.flatMap(([file, text]) => {
      const made = statements.filter((each) => each.file === file).reduce(restated, text);
      return made === text ? [] : [[file, made]];
    }),
  );
}

/** @throws if no line, or several, say these words */
function restated(text: string, { file, words, numbers }: Statement): string {
  const escaped = words.split('#').map((part) => part.split('...').map(literal).join('.*'));
  const pattern = new RegExp(escaped.map((part) => `(${part})`).join('[\\d,]+'), 'g');
  const found = [...text.matchAll(pattern)];
  if (found.length !== 1)
    throw new Error(
      `${file} says "${words}" ${found.length} times: state it once, or change proof/numbers.ts`,
    );
  return text.replace(pattern, (...parts: string[]) =>
    escaped.map((_, index) => parts[index + 1] + (numbers[index]?.toLocaleString('en') ?? '')).join(''),
  );
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function main(): void {
  for (const [file, text] of Object.entries(renewed())) {
    writeFileSync(join(root, file), text);
    process.stdout.write(`Renewed ${file}\n`);
  }
}

if (require.main === module) main();
