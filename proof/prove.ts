import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from '../src/cli/command';
import { cli, root } from './helpers/process';
import { kinds } from './row';
import { chosen } from './rows';

const options = {
  all: { type: 'boolean', default: false },
  kind: { type: 'string' },
  every: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  depth: { type: 'string' },
  seed: { type: 'string' },
} as const;

/**
 * Tries the suite on the servers of the catalogue: a sample, `--all`, or those whose clause or words are given
 * (`npm run prove -- auth.key.wrong`). `--kind variant` is one kind, `--every 9 --from 2` each ninth of what is asked
 * for, `--depth 3` one depth in place of each row's own, `--seed 7` another draw. Exit code 1 where a row is not as
 * expected.
 */
runCommand(options, ({ values, positionals }) => {
  const { all, depth, seed } = values;
  const kind = kinds.find((each) => each === values.kind);
  if (values.kind !== undefined && kind === undefined)
    throw new Error(`--kind ${values.kind} is none of ${kinds.join(', ')}`);
  const asked = {
    all,
    words: positionals.join(' '),
    ...(kind && { kind }),
    every: Number(values.every),
    from: Number(values.from),
    ...(depth !== undefined && { depth: Number(depth) }),
  };
  if (chosen(asked).length === 0)
    throw new Error('no row is asked for: give a clause of spec/clauses, or words of what is altered');
  const env = { ...process.env, PROVE: JSON.stringify(asked), ...(seed !== undefined && { DRAW: seed }) };
  const words = [cli, 'test', '-c', join(root, 'proof')];
  return spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env }).status ?? 2;
});
