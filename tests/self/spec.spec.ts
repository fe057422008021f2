import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, type TestInfo, test } from '@playwright/test';
import { answers, codes, contractHash, type ErrorCode, errorBody } from '../../spec/contract';
import { generate } from '../../spec/generate';
import { type Clause, chapters, ledger } from '../../spec/ledger';
import { loadValidators, type Validators } from '../../spec/load';

const root = resolve(__dirname, '../..');
const documentPath = join(root, 'spec/openapi.yaml');
const text = readFileSync(documentPath, 'utf8');

/** Part 7 of the contract, row by row. */
const table: Record<ErrorCode, number> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_credits: 402,
  model_not_found: 404,
  not_found: 404,
  no_backend_account: 409,
  invalid_request: 422,
  invalid_workflow: 400,
  rate_limited: 429,
  daily_quota_exceeded: 429,
  upstream_error: 502,
};

const error = { code: 'not_found', message: 'There is no such job.', type: 'acme_error' };

/** What a failed request may not answer, and where and how the validator says so. */
const wrongBodies: [what: string, body: unknown, pointer: string, keyword: string][] = [
  ['no object', 'not_found', '', 'type'],
  ['a list', [{ error }], '', 'type'],
  ['no error', {}, '', 'required'],
  ['a field beside error', { error, status: 404 }, '', 'additionalProperties'],
  ['an error that is a string', { error: 'not_found' }, '/error', 'type'],
  ['a field more in error', { error: { ...error, param: 'model' } }, '/error', 'additionalProperties'],
  ['no code', { error: { message: error.message, type: error.type } }, '/error', 'required'],
  ['no message', { error: { code: error.code, type: error.type } }, '/error', 'required'],
  ['no type', { error: { code: error.code, message: error.message } }, '/error', 'required'],
  ['an unlisted code', { error: { ...error, code: 'gone' } }, '/error/code', 'enum'],
  ['a code in capitals', { error: { ...error, code: 'NOT_FOUND' } }, '/error/code', 'enum'],
  ['a numeric code', { error: { ...error, code: 404 } }, '/error/code', 'type'],
  ['a message of null', { error: { ...error, message: null } }, '/error/message', 'type'],
  ['a type of null', { error: { ...error, type: null } }, '/error/type', 'type'],
  ['a type without the service', { error: { ...error, type: '_error' } }, '/error/type', 'pattern'],
  ['a type of two words', { error: { ...error, type: 'acme corp_error' } }, '/error/type', 'pattern'],
  ['a type with more behind', { error: { ...error, type: 'acme_error\n' } }, '/error/type', 'pattern'],
];

/** Where validators depart from the contract; none for a right document. */
function departures({ codes, errorBody }: Validators): string[] {
  const rows = Object.entries(table).filter(([code, status]) => codes[code] !== status);
  const others = Object.keys(codes).filter((code) => !(code in table));
  const refused = Object.keys(table).filter((code) => errorBody({ error: { ...error, code } }).length > 0);
  const accepted = wrongBodies.filter(([, body]) => errorBody(body).length === 0);
  return [
    ...rows.map(([code, status]) => `${code} is ${codes[code]}, not ${status}`),
    ...others.map((code) => `${code} is no code`),
    ...refused.map((code) => `${code} is refused`),
    ...accepted.map(([what]) => `${what} is accepted`),
  ];
}

type Edit = [from: string, to: string];

/** A copy of the document with these edits, each of which hits. */
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

test.describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { info } = await SwaggerParser.validate(documentPath);
    expect(text).toMatch(/^openapi: 3\.1\.\d$/m);
    expect(info.title).not.toBe('');
  });

  test('shows the three known operations and no other', async () => {
    const { paths = {} } = await SwaggerParser.parse(documentPath);
    const shown = Object.entries(paths).map(([path, item]) => [path, Object.keys(item ?? {})]);
    expect(shown).toEqual([
      ['/v1/models', ['get']],
      ['/v1/credits', ['get']],
      ['/v1/jobs/{job_id}', ['get']],
    ]);
    expect(Object.keys(answers)).toEqual(['listModels', 'readCredits', 'lookUpJob']);
    for (const byStatus of Object.values(answers)) {
      expect(Object.keys(byStatus)).toEqual(expect.arrayContaining(['2XX', '401', 'default']));
    }
  });

  test('gives each code its status and an example', () => {
    expect(codes).toEqual(table);
    for (const code of Object.keys(table)) expect(text).toContain(`                  code: ${code}\n`);
  });

  test('departs from the contract nowhere', () => {
    expect(departures({ codes, errorBody, answers })).toEqual([]);
  });
});

test.describe('the error body', () => {
  test('takes any neutral word as the service', () => {
    for (const word of ['acme', 'Acme', 'acme-2', 'ac_me', 'acme.ai', '가나다', 'ACME_error', '7']) {
      expect(errorBody({ error: { ...error, type: `${word}_error` } }), word).toEqual([]);
    }
  });

  test('takes any wording, none included', () => {
    expect(errorBody({ error: { ...error, message: '' } })).toEqual([]);
  });

  for (const [what, body, pointer, keyword] of wrongBodies) {
    test(`refuses ${what}`, () => {
      expect(errorBody(body)).toContainEqual(expect.objectContaining({ pointer, keyword }));
    });
  }

  test('tells every violation, not only the first', () => {
    const places = errorBody({ error: { code: 'gone', message: 1, type: 'x' }, more: 1 }).map(
      ({ pointer }) => pointer,
    );
    expect(places.sort()).toEqual(['', '/error/code', '/error/message', '/error/type']);
  });
});

test.describe('an answer', () => {
  test('of the models is a list, bare or in any envelope', () => {
    const list = [{ id: 'acme-text-pro', owner: 'acme' }];
    for (const body of [list, { data: list }, { result: { models: { list } } }]) {
      expect(answers.listModels['2XX'](body)).toEqual([]);
    }
    for (const body of [
      'acme-text-pro',
      null,
      3,
      [],
      ['acme-text-pro'],
      [{ name: 'acme' }],
      [{ id: '' }],
      [{ id: 1 }],
    ]) {
      expect(answers.listModels['2XX'](body), JSON.stringify(body)).not.toEqual([]);
    }
  });

  test('of the credits and of a job is any JSON', () => {
    for (const body of [12, '12.50', null, [], { left: 12 }]) {
      expect(answers.readCredits['2XX'](body)).toEqual([]);
      expect(answers.lookUpJob['2XX'](body)).toEqual([]);
    }
  });

  test('of a failure holds a code of its status', () => {
    for (const [status, of] of Object.entries(answers.lookUpJob)) {
      if (status === '2XX') continue;
      const fitting = Object.keys(table).filter((code) => of({ error: { ...error, code } }).length === 0);
      const right = Object.entries(table).filter(
        ([, number]) => status === 'default' || number === Number(status),
      );
      expect(fitting).toEqual(right.map(([code]) => code));
    }
  });
});

test.describe('a wrong document is noticed:', () => {
  const wrong: [what: string, edits: Edit[], departure: string][] = [
    [
      'a code missing',
      [
        ['enum: [rate_limited, daily_quota_exceeded]', 'enum: [rate_limited]'],
        ['        - daily_quota_exceeded\n', ''],
        [text.slice(text.indexOf('            daily_quota_exceeded:'), text.indexOf('\n    "502":')), ''],
      ],
      'daily_quota_exceeded is undefined, not 429',
    ],
    ['a status changed', [['    "409":\n', '    "403":\n']], 'no_backend_account is 403, not 409'],
    [
      'a field more allowed in error',
      [
        [
          'required: [code, message, type]\n      additionalProperties: false',
          'required: [code, message, type]',
        ],
      ],
      'a field more in error is accepted',
    ],
    [
      'a field beside error allowed',
      [['required: [error]\n      additionalProperties: false', 'required: [error]']],
      'a field beside error is accepted',
    ],
    [
      'a field no more required',
      [['required: [code, message, type]', 'required: [code, message]']],
      'no type is accepted',
    ],
    [
      'a code renamed',
      [
        ['enum: [upstream_error]', 'enum: [backend_error]'],
        ['- upstream_error', '- backend_error'],
        ['code: upstream_error', 'code: backend_error'],
      ],
      'backend_error is no code',
    ],
    [
      'a type of any form',
      [['pattern: ^[\\p{L}\\p{N}._-]+_error$', 'pattern: error']],
      'a type of two words is accepted',
    ],
  ];
  for (const [what, edits, departure] of wrong) {
    test(what, async ({}, testInfo) => {
      const copy = copyWith(testInfo, ...edits);
      await generate(copy, validatorsBeside(copy));
      expect(departures(load(copy))).toContain(departure);
    });
  }
});

test.describe('a broken document is one line that names the place:', () => {
  /** The place is the line on which `at` stands first. */
  const broken: [what: string, edit: Edit, at: string, words: string][] = [
    ['YAML syntax', ['tags: [models]', 'tags: [models'], 'summary: List the models', 'Flow sequence'],
    ['a key twice', ['  version:', '  title: Twice\n  version:'], 'title: Twice', 'Map keys must be unique'],
    ['an empty file', [text, ''], '', 'is no OpenAPI 3.1 document'],
    ['another version', ['openapi: 3.1.1', 'openapi: 3.0.3'], 'openapi:', 'is no OpenAPI 3.1 document'],
    [
      'an alias of nothing',
      ['summary: List the models', 'summary: *list'],
      'summary: *list',
      '*list refers to no anchor',
    ],
    [
      'a reference to nothing',
      ['"#/components/schemas/JobId"', '"#/components/schemas/Job"'],
      'schemas/Job"',
      '"#/components/schemas/Job" refers to nothing here',
    ],
    [
      'an unknown field',
      ['      operationId: lookUpJob', '      operationID: lookUpJob'],
      '    get:\n      operationID',
      'operationID',
    ],
    ['a wrong value', ['in: path', 'in: body'], 'in: body', 'must be equal to one of the allowed values'],
    ['a misspelt keyword', ['minLength: 1', 'minLenght: 1'], '    Model:\n', 'unknown keyword: "minLenght"'],
    [
      'a misspelt type',
      ['      type: object\n      required: [error]', '      type: objekt\n      required: [error]'],
      'type: objekt',
      'must be equal to',
    ],
    [
      'nullable',
      ['          minLength: 1', '          nullable: true'],
      '    Model:\n',
      'unknown keyword: "nullable"',
    ],
    [
      'a pattern that is none',
      ['pattern: ^[\\p{L}\\p{N}._-]+_error$', 'pattern: "[A-"'],
      '    ErrorObject:\n',
      'Invalid regular expression',
    ],
    [
      'an example that breaks its schema',
      ['type: acme_error', 'type: acme'],
      'type: acme\n',
      'the example breaks its own schema: /error/type must match pattern',
    ],
    [
      'an example without its value',
      ['value: { data:', 'valeu: { data:'],
      '                envelope:',
      'must NOT have',
    ],
    [
      'a code without a status',
      ['enum: [model_not_found, not_found]', 'enum: [not_found]'],
      '      enum:\n',
      '"model_not_found" is listed by no response',
    ],
    [
      'a code with two statuses',
      ['enum: [no_backend_account]', 'enum: [not_found]'],
      'enum: [not_found]',
      '"not_found" has two statuses, 404 and 409',
    ],
    [
      'a code outside the list',
      ['        - rate_limited\n', ''],
      'enum: [rate_limited,',
      '"rate_limited" is not in ErrorCode',
    ],
    [
      "another status's response",
      [
        '"404":\n          $ref: "#/components/responses/404"',
        '"404":\n          $ref: "#/components/responses/402"',
      ],
      '"404":\n          $ref',
      '404 refers to the response 402',
    ],
  ];
  for (const [what, edit, at, words] of broken) {
    test(what, async ({}, testInfo) => {
      const copy = copyWith(testInfo, edit);
      const changed = readFileSync(copy, 'utf8');
      const line = changed.slice(0, changed.indexOf(at)).split('\n').length;
      const { message } = await rejection(generate(copy, validatorsBeside(copy)));
      expect(message).toContain(words);
      expect(message).toMatch(/^\S+: [^\n]+$/);
      expect(message.split(/:\d+: /)[0]).toBe(`${relative(process.cwd(), copy)}:${line}`);
    });
  }

  test('also for whoever loads it, with no frame of ours beside', async ({}, testInfo) => {
    const copy = copyWith(testInfo, ['in: path', 'in: body']);
    const thrown = await rejection(Promise.resolve(copy).then(load));
    const { message } = await rejection(generate(copy, validatorsBeside(copy)));
    expect(thrown.message).toBe(message);
    expect(thrown.stack).toBe(message);
  });
});

test.describe('the validators are never stale:', () => {
  test('an edited document gives new ones', ({}, testInfo) => {
    const copy = copyWith(testInfo);
    const word = { error: { ...error, type: 'acme+_error' } };
    expect(load(copy).errorBody(word)).not.toEqual([]);
    copyWith(testInfo, ['._-]+_error', '.+_-]+_error']);
    expect(load(copy).errorBody(word)).toEqual([]);
  });

  test('an unchanged one keeps them', ({}, testInfo) => {
    const copy = copyWith(testInfo);
    load(copy);
    const before = statSync(testInfo.outputPath('validators.cjs'));
    load(copy);
    expect(statSync(testInfo.outputPath('validators.cjs')).ino).toBe(before.ino);
  });

  test('a damaged file is made again', ({}, testInfo) => {
    const copy = copyWith(testInfo);
    writeFileSync(testInfo.outputPath('validators.cjs'), 'module.exports = {');
    expect(departures(load(copy))).toEqual([]);
  });

  test('several processes may make them at once', async ({}, testInfo) => {
    const copy = copyWith(testInfo);
    const script = `const { loadValidators } = require('./spec/load');
      const made = loadValidators(...process.argv.slice(1));
      process.stdout.write(String(Object.keys(made.codes).length));`;
    const args = ['--require', 'tsx/cjs', '--eval', script, copy, testInfo.outputPath('validators.cjs')];
    const said = await Promise.all([1, 2, 3].map(() => promisify(execFile)('node', args, { cwd: root })));
    expect(said.map(({ stdout }) => stdout)).toEqual(['11', '11', '11']);
    const files = readdirSync(testInfo.outputDir).filter((name) => name.startsWith('validators'));
    expect(files).toEqual(['validators.cjs']);
  });

  test('fresh ones load neither compiler nor parser, and no more does a worker', async () => {
    const script = `require('./spec/contract'); require('./tests/drive/test'); console.log(Object.keys(require.cache).join('\\n'))`;
    const { stdout } = await promisify(execFile)('node', ['--require', 'tsx/cjs', '--eval', script], {
      cwd: root,
    });
    const packages = stdout.split('\n').filter((file) => /node_modules.(ajv|yaml|@apidevtools)/.test(file));
    expect(stdout).toContain('contract.ts');
    expect(packages.filter((file) => !file.includes(join('ajv', 'dist', 'runtime')))).toEqual([]);
  });
});

test.describe('the ledger', () => {
  const rows: [string, Clause][] = Object.entries(ledger);

  const fileOf = (id: string) => `spec/clauses/${id.split('.')[0]}.ts, ${id}`;

  test('has ids of the form chapter.subject.quality, each in the file of its chapter', () => {
    for (const [name, { clauses }] of Object.entries(chapters)) {
      for (const id of Object.keys(clauses)) {
        expect(id, `${fileOf(id)}: lower-case words, joined by - within a part`).toMatch(
          /^[a-z]+(\.[a-z]+(-[a-z]+)*){1,2}$/,
        );
        expect(id.split('.')[0], `spec/clauses/${name}.ts, ${id}: the first word is the chapter`).toBe(name);
      }
    }
  });

  test('says each in one sentence, once', () => {
    for (const [id, { sentence, why }] of rows) {
      for (const said of [sentence, why ?? sentence]) {
        expect(said, `${fileOf(id)}: a sentence from capital to full stop`).toMatch(/^([A-Z]|`[a-z]).*\.$/);
        expect(said, `${fileOf(id)}: one sentence, of what is and not of what should be`).not.toMatch(
          /\. [A-Z]|\bshould\b|\s{2}/,
        );
      }
    }
    const twice = rows.filter(([, a], index) =>
      rows.slice(0, index).some(([, b]) => a.sentence === b.sentence),
    );
    expect(
      twice.map(([id]) => fileOf(id)),
      'say it otherwise than another clause',
    ).toEqual([]);
  });

  test('names a part of the contract for each, and leaves no part out', () => {
    const parts = ['1', '2.1', '2.2', '2.3', '2.4', '3', '4', '4.1', '4.2', '4.3', '4.4', '5'];
    parts.push('5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '6', '7', '8', '9');
    for (const [id, { section }] of rows) expect(parts, `${fileOf(id)}: section`).toContain(section);
    expect(parts.filter((part) => rows.every(([, { section }]) => section !== part))).toEqual([]);
  });

  test('asks for every code', () => {
    const asked = rows.flatMap(([, clause]) => ('codes' in clause ? (clause.codes ?? []) : []));
    expect(Object.keys(table).filter((code) => !asked.some((each) => each === code))).toEqual([]);
  });

  test('tells its edition in twelve digits', () => {
    expect(contractHash).toMatch(/^[0-9a-f]{12}$/);
  });
});

async function rejection(act: Promise<unknown>): Promise<Error> {
  const outcome = await act.catch((thrown: unknown) => thrown);
  if (outcome instanceof Error) return outcome;
  throw new Error('nothing was thrown');
}
