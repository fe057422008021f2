import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { table } from '../proof/document/corpus';
import { root, run } from '../proof/helpers/process';
import { contract } from './contract';
import { generate } from './generate';
import { loadValidators, type Validators } from './load';

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

function load(document: string): Validators {
  return loadValidators(document, validatorsBeside(document));
}

function validatorsBeside(document: string): string {
  return join(dirname(document), 'validators.cjs');
}

test.describe('a broken document is reported in one line that names the place:', () => {
  /** `at` marks the expected line by its first occurrence; by default it is the line of the edit. */
  const broken: Record<string, [from: string, to: string, words: string, at?: string]> = {
    'YAML syntax': ['tags: [models]', 'tags: [models', 'Flow sequence', 'summary: List the models'],
    'a duplicate key': [
      '  version:',
      '  title: Twice\n  version:',
      'Map keys must be unique',
      'title: Twice',
    ],
    'an empty file': [text, '', 'is no OpenAPI 3.1 document'],
    'another OpenAPI version': ['openapi: 3.1.1', 'openapi: 3.0.3', 'is no OpenAPI 3.1 document', 'openapi:'],
    'an alias without an anchor': ['summary: List the models', 'summary: *list', '*list refers to no anchor'],
    'a reference to a missing schema': [
      '"#/components/schemas/JobAnswer"',
      '"#/components/schemas/Job"',
      '"#/components/schemas/Job" refers to nothing here',
      'schemas/Job"',
    ],
    'an unknown field': [
      '      operationId: job',
      '      operationID: job',
      'operationID',
      '    get:\n      operationID',
    ],
    'a wrong value': ['in: path', 'in: body', 'must be equal to one of the allowed values'],
    'a misspelt keyword': ['minLength: 1', 'minLenght: 1', 'unknown keyword: "minLenght"', '    Model:\n'],
    'a misspelt type': [
      '      type: object\n      required: [error]',
      '      type: objekt\n      required: [error]',
      'must be equal to',
      'type: objekt',
    ],
    nullable: [
      '          minLength: 1',
      '          nullable: true',
      'unknown keyword: "nullable"',
      '    Model:\n',
    ],
    'an invalid pattern': [
      'pattern: ^',
      'pattern: "[A-" # ',
      'Invalid regular expression',
      '    ErrorObject:\n',
    ],
    'an example that breaks its schema': [
      'type: acme_error',
      'type: acme',
      'the example breaks its own schema: /error/type must match pattern',
      'type: acme\n',
    ],
    'an example without its value': [
      'value: { data:',
      'valeu: { data:',
      'must NOT have',
      '                envelope:',
    ],
    'a code without a status': [
      'enum: [model_not_found, not_found]',
      'enum: [not_found]',
      '"model_not_found" is listed by no response',
      '      enum:\n',
    ],
    'a code with two statuses': [
      'enum: [no_backend_account]',
      'enum: [not_found]',
      '"not_found" has two statuses, 404 and 409',
    ],
    'a code that is not listed in ErrorCode': [
      '        - rate_limited\n',
      '',
      '"rate_limited" is not in ErrorCode',
      'enum: [rate_limited,',
    ],
    'the response of another status': [
      '{ $ref: "#/components/responses/404" }',
      '{ $ref: "#/components/responses/402" }',
      '404 refers to the response 402',
      '"404": {',
    ],
  };
  for (const [what, [from, to, words, at = to]] of Object.entries(broken)) {
    test(what, async ({}, testInfo) => {
      const copy = copyWith(testInfo, [from, to]);
      const changed = readFileSync(copy, 'utf8');
      const line = changed.slice(0, changed.indexOf(at)).split('\n').length;
      const { message } = await rejection(generate(copy, validatorsBeside(copy)));
      expect(message).toContain(words);
      expect(message).toMatch(/^\S+: [^\n]+$/);
      expect(message.split(/:\d+: /)[0]).toBe(`${relative(process.cwd(), copy)}:${line}`);
    });
  }

  test('loading a broken document throws the same line, without a stack frame of ours', async ({}, testInfo) => {
    const copy = copyWith(testInfo, ['in: path', 'in: body']);
    const thrown = await rejection(Promise.resolve(copy).then(load));
    const { message } = await rejection(generate(copy, validatorsBeside(copy)));
    expect(thrown.message).toBe(message);
    expect(thrown.stack).toBe(message);
  });
});

test.describe('the validators are never stale:', () => {
  test('new validators are generated when the document changes', ({}, testInfo) => {
    const copy = copyWith(testInfo);
    const word = { error: { code: 'not_found', message: '', type: 'acme+_error' } };
    expect(load(copy).failure(word)).not.toEqual([]);
    copyWith(testInfo, ['pattern: ^', 'pattern: _error # ']);
    expect(load(copy).failure(word)).toEqual([]);
  });

  test('existing validators are kept when the document is unchanged', ({}, testInfo) => {
    const copy = copyWith(testInfo);
    load(copy);
    const before = statSync(testInfo.outputPath('validators.cjs'));
    load(copy);
    expect(statSync(testInfo.outputPath('validators.cjs')).ino).toBe(before.ino);
  });

  test('a damaged file of validators is regenerated', ({}, testInfo) => {
    const copy = copyWith(testInfo);
    writeFileSync(testInfo.outputPath('validators.cjs'), 'module.exports = {');
    expect(load(copy).codes).toEqual(table);
  });

  test('several processes can generate them at the same time', async ({}, testInfo) => {
    const copy = copyWith(testInfo);
    const script = `const { loadValidators } = require('./spec/load');
      const made = loadValidators(...process.argv.slice(1));
      process.stdout.write(String(Object.keys(made.codes).length));`;
    const args = ['--require', 'tsx/cjs', '--eval', script, copy, testInfo.outputPath('validators.cjs')];
    const said = await Promise.all([1, 2, 3].map(() => run('node', args, root)));
    expect(said.map(({ stdout }) => stdout)).toEqual(
      Array(3).fill(String(Object.keys(contract.codes).length)),
    );
    const files = readdirSync(testInfo.outputDir).filter((name) => name.startsWith('validators'));
    expect(files).toEqual(['validators.cjs']);
  });

  test('neither fresh validators nor a worker load the compiler or the parser', async () => {
    const script = `require('./spec/contract'); require('./src/drive/check/check'); console.log(Object.keys(require.cache).join('\\n'))`;
    const { stdout } = await run('node', ['--require', 'tsx/cjs', '--eval', script], root);
    const packages = stdout.split('\n').filter((file) => /node_modules.(ajv|yaml|@apidevtools)/.test(file));
    expect(stdout).toContain('contract.ts');
    expect(packages.filter((file) => !file.includes(join('ajv', 'dist', 'runtime')))).toEqual([]);
  });
});

async function rejection(act: Promise<unknown>): Promise<Error> {
  const outcome = await act.catch((thrown: unknown) => thrown);
  if (outcome instanceof Error) return outcome;
  throw new Error('nothing was thrown');
}

test('validators are generated elsewhere and not kept when their folder cannot be written', ({}, testInfo) => {
  const document = copyWith(testInfo);
  // A file takes the place of the folder, because root may write into a folder without permissions.
  const { codes } = loadValidators(document, join(document, 'generated', 'validators.cjs'));
  expect(codes).toMatchObject({ missing_api_key: 401 });
  expect(readdirSync(dirname(document))).toEqual(['openapi.yaml']);
});
