import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, root, run } from '../helpers/process';
import type { Server } from './servers';
import { type Row, withinScope } from './table';

/** The part of conformance.json that the table uses. */
interface Found {
  result: { outcome: { word: string }; clauses: { id: string; verdict: string }[] };
}

/** Runs the suite against a server as a user does: in its own process, with settings in the environment. */
export async function rowOf({ name, open, target, env, chapters }: Server): Promise<Row> {
  const reports = mkdtempSync(join(tmpdir(), 'golden-'));
  const server = await open();
  const filter = chapters === undefined ? [] : ['--grep', `@(${chapters.join('|')})\\.`];
  const { code } = await run(process.execPath, [cli, 'test', ...filter], root, {
    DOTENV_CONFIG_PATH: '/dev/null',
    REPORTS: reports,
    BASE_URL: server.url,
    ...(target !== undefined && { TARGET: join(__dirname, 'target.ts'), GOLDEN_SERVER: name }),
    SEED: '1',
    DEPTH: '1',
    ...env,
  });
  await server.close();
  const file = join(reports, 'conformance.json');
  const found: Found | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  rmSync(reports, { recursive: true });
  const verdicts = Object.fromEntries(found?.result.clauses.map(({ id, verdict }) => [id, verdict]) ?? []);
  return {
    exit: code,
    outcome: found?.result.outcome.word ?? 'no record',
    verdicts: withinScope(verdicts, chapters),
  };
}
