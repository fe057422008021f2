import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { mutate } from './mutations';

/** Mutates the document and writes into PROOF.md what noticed each mutation. Exit code 1 where nothing did. */
const root = join(__dirname, '../../..');
const { table, unnoticed } = mutate(parse(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8')));
const page = join(root, 'PROOF.md');
const text = readFileSync(page, 'utf8');
writeFileSync(
  page,
  text.replace(/(?<=<!-- npm run document -->\n).*?(?=<!-- end -->)/s, () => `\n${table}\n\n`),
);
console.log(`${table.split('\n').length - 2} mutations, ${unnoticed.length} of them unnoticed`);
for (const line of unnoticed) console.log(line);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
