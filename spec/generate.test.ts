import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { root, run } from '../proof/helpers/process';
import { generate } from './generate';

const text = readFileSync(join(root, 'spec/openapi.yaml'), 'utf8');

type Edit = [from: string, to: string];

/** Writes a copy of the document with these edits, each of which must match. */
function copyWith(testInfo: TestInfo, ...edits: Edit[]): string {
  const copy = testInfo.outputPath('openapi.yaml');
  const changed = edits.reduce((all, [from, to]) => {
    expect(all.includes(from), `the document has ${from}`).toBe(true);
    return all.replace(from, () => to);
  }, text);
  writeFileSync(copy, changed);
  return copy;
}

/** Each broken document, with what the message says. */
const broken: Record<string, [from: string, to: string, words: string[]]> = {
  'YAML syntax': ['tags: [models]', 'tags: [models', ['Flow sequence', 'at line ']],
  'a reference to a missing schema': [
    '"#/components/schemas/JobAnswer"',
    '"#/components/schemas/Job"',
    ['"#/components/schemas/Job"'],
  ],
  'a misspelt keyword': [
    '          minLength: 1',
    '          minLenght: 1',
    ['/components/schemas/Model', 'unknown keyword: "minLenght"'],
  ],
  'an example that breaks its schema': [
    'type: acme_error',
    'type: acme',
    ['/components/responses/400', 'the example breaks its own schema: ', '/error/type must match pattern'],
  ],
  'a code without a status': [
    'enum: [model_not_found, not_found]',
    'enum: [not_found]',
    ['/components/schemas/ErrorCode/enum: "model_not_found" is listed by no response'],
  ],
};
for (const [what, [from, to, words]] of Object.entries(broken))
  test(`${what} in the document is reported with its place`, async ({}, testInfo) => {
    const { message } = await rejection(generate(copyWith(testInfo, [from, to])));
    for (const each of words) expect(message).toContain(each);
  });

test('the generated files are up to date: if not, run npm run generate', async () => {
  for (const [name, made] of Object.entries(await generate(join(root, 'spec/openapi.yaml'))))
    expect(readFileSync(join(root, 'spec/generated', name), 'utf8'), name).toBe(made);
});

test('neither the contract nor a check loads the compiler or the parser', async () => {
  const script = `require('./spec/contract'); require('./src/check/check'); console.log(Object.keys(require.cache).join('\\n'))`;
  const { stdout } = await run('node', ['--require', 'tsx/cjs', '--eval', script], root);
  const packages = stdout.split('\n').filter((file) => /node_modules.(ajv|yaml|@apidevtools)/.test(file));
  expect(stdout).toContain('contract.ts');
  expect(packages.filter((file) => !file.includes(join('ajv', 'dist', 'runtime')))).toEqual([]);
});

async function rejection(act: Promise<unknown>): Promise<Error> {
  const outcome = await act.catch((thrown: unknown) => thrown);
  if (outcome instanceof Error) return outcome;
  throw new Error('nothing was thrown');
}
