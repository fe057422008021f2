import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { basis } from '../tests/engine/basis';
import { contractPageOf } from './page/page';

/** `npm run docs`: the page without a run. */
const folder = join(__dirname, 'output');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'contract.html');
writeFileSync(file, contractPageOf(basis));
console.log(`The contract, clause by clause: ${relative(process.cwd(), file)}`);
