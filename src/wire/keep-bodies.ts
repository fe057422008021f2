import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../judge/data/evidence';
import { inProject } from '../settings/folders';
import { makeFolder } from '../settings/writable';

/** The folder of --keep-bodies, for whoever debugs a service or the suite; undefined without that option. */
export const bodiesFolder = (): string | undefined =>
  process.env.CONFORMANCE_BODIES ? inProject(process.env.CONFORMANCE_BODIES) : undefined;

/** Writes what arrived, whole, and how it was read. Only the user can read it. */
export function keepBody({ id, request, response }: Exchange, body: Buffer): void {
  const folder = bodiesFolder();
  if (folder === undefined) return;
  makeFolder(folder);
  writeFileSync(join(folder, `${id}.body`), body, { mode: 0o600 });
  const read = { request, response };
  writeFileSync(join(folder, `${id}.json`), `${JSON.stringify(read, null, 2)}\n`, { mode: 0o600 });
}
