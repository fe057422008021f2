import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../process';
import { writePart } from '../proof-page';
import { mutate } from './mutations';

/** Mutates the document and writes into PROOF.md what noticed each mutation. Exit code 1 where nothing did. */
const { table, unnoticed } = mutate(parse(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8')));
writePart('document', () => table);
console.log(`${table.split('\n').length - 2} mutations, ${unnoticed.length} of them unnoticed`);
for (const line of unnoticed) console.log(line);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
