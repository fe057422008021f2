import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../helpers/process';
import { writePart } from '../helpers/proof-page';
import { mutate } from './mutations';

/** Mutates the document; each mutation goes into a file, their table into PROOF.md. Exit code 1 where one was not noticed. */
const { table, lines, unnoticed } = mutate(parse(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8')));
const folder = join(root, 'test-results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'document-mutations.txt'), `${lines.join('\n')}\n`);
writePart('document', table);
console.log(
  `${lines.length} mutations, ${unnoticed.length} of them unnoticed: test-results/document-mutations.txt`,
);
for (const line of unnoticed) console.log(line);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
