import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Entry, Har } from 'har-format';
import { mockTarget as target } from '../../proof/helpers/reports-project';
import { anError, aReport, aRun, breakingChecks } from '../../proof/helpers/reports-runs';
import { expectRejection, judge } from '../../proof/helpers/saved-records';
import type { Verdict } from '../judge/check-verdicts';
import type { Report } from '../judge/report';
import { judgedRecord } from '../report/judged-record';
import { judgedTraffic, type TrafficOptions } from '../report/judged-traffic';
import { secretsIn } from '../report/leaks';
import { jsonIn, readText } from '../report/read-file';
import { recordOf } from '../report/record';
import { baseUrlsIn } from './base-url';
import { recognised, spellingsOf } from './operations';

/** Captures: one or two entries of each are as the tool writes them, and the others have only the fields that are read. */
const captures = join(__dirname, '../../proof/inputs/captures');
const har = (name: string): Har => JSON.parse(readFileSync(join(captures, name), 'utf8'));

const here = { target, baseUrl: 'https://api.example' };

async function judged(entries: Entry[], told: TrafficOptions = here) {
  return judgedTraffic({ log: { entries } }, 'traffic.har', told, {});
}

function verdictOf({ clauses }: Report, clause: string): Verdict | undefined {
  return clauses.find(({ id }) => id === clause)?.verdict;
}

const at = 'https://api.example/v1';

interface Sketch {
  method?: string;
  url?: string;
  sent?: object;
  headers?: Record<string, string>;
  status?: number;
  answer?: unknown;
  answered?: Record<string, string>;
}

const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Returns an entry; without a sketch, that of an accepted GET /v1/credits. */
function anEntry(sketch: Sketch = {}, change: (entry: Entry) => void = () => undefined): Entry {
  const { method = 'GET', url = `${at}/credits`, sent, headers = {}, status = 200, answered = {} } = sketch;
  const { answer = { credits: { remaining: 7 } } } = sketch;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const entry: Entry = {
    startedDateTime: '2026-11-20T09:12:00.000Z',
    time: 12,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: [],
      headersSize: -1,
      bodySize: -1,
      ...(sent && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs({ 'content-type': 'application/json', ...answered }),
      content: { size: Buffer.byteLength(text), mimeType: 'application/json', text },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { wait: 10, receive: 2 },
    serverIPAddress: '203.0.113.7',
  };
  change(entry);
  return entry;
}

const prompt = { model: 'acme-text-nano', prompt: 'Hello' };
const aText = (sketch: Sketch = {}) =>
  anEntry({ method: 'POST', url: `${at}/text`, sent: prompt, ...sketch });
const aJob = (sketch: Sketch = {}) => anEntry({ method: 'POST', url: `${at}/jobs`, sent: prompt, ...sketch });
const aWorkflow = (sketch: Sketch = {}) =>
  anEntry({ method: 'POST', url: `${at}/workflows`, sent: { blocks: [] }, ...sketch });
const aLookup = (sketch: Sketch = {}) => anEntry({ url: `${at}/jobs/job_1`, ...sketch });
const models = (...ids: unknown[]) =>
  anEntry({ url: `${at}/models`, answer: { models: ids.map((id) => ({ id })) } });
const tiers = ['acme-text-pro', 'acme-text-mini', 'acme-text-nano'];

test.describe('an export of a browser', async () => {
  test('conforms', async () => {
    const { report, notes } = await judged(har('chromium.har').log.entries, { target });
    expect(report.outcome).toMatchObject({ word: 'conforms', exitCode: 0 });
    expect(report.settings.target).toBe('https://api.example.com/acme');
    for (const clause of ['models.list.tiers', 'credits.read'])
      expect(verdictOf(report, clause), clause).toBe('conforms');
    expect(notes).toEqual([
      '3 of 4 entries of traffic.har read',
      expect.stringMatching(/^1 not read: no complete response came \(entry \d+\)$/),
    ]);
  });

  test('has no senders, so that no clause about keys and accounts is tested', async () => {
    const { report } = await judged(har('chromium.har').log.entries, { target });
    const undriven = report.clauses.filter(
      ({ id, level }) => /^(?:auth|text|workflows)\.|foreign|unknown/.test(id) && /must|should/.test(level),
    );
    expect(undriven.length).toBeGreaterThan(30);
    for (const { id, verdict } of undriven) expect(verdict, id).toBe('not tested');
    const { reason } = report.clauses.find(({ id }) => id === 'auth.header.required') ?? {};
    expect(reason).toEqual({ kind: 'absent', why: 'captured' });
  });
});

test.describe('an export of a proxy', async () => {
  test('is judged, and each failure names its entries', async () => {
    const { report, notes } = await judged(har('mitmproxy.har').log.entries, { target });
    const found = report.clauses.flatMap(({ failures }) =>
      failures.map(({ clause, exchanges }) => [clause, exchanges.map(({ entry }) => entry?.index)]),
    );
    expect(report.outcome.exitCode).toBe(1);
    expect(Object.fromEntries(found)).toEqual({
      'errors.code.status': [2],
      'upstream.failure': [2],
      'errors.secret-free': [3],
      'service.json': [5],
    });
    expect(notes).toEqual([
      '5 of 6 entries of traffic.har read',
      expect.stringContaining('no complete response'),
    ]);
  });

  test('gives a record that does not change when it is rejudged', async () => {
    const { report } = await judged(har('mitmproxy.har').log.entries, { target });
    const record = recordOf(report);
    const anew = judgedRecord(JSON.parse(JSON.stringify(record)), 'conformance.json');
    expect(JSON.stringify(recordOf(anew.report))).toBe(JSON.stringify(record));
  });
});

test.describe('a single response with', async () => {
  const rejected = (status: number, code: string) => aText({ status, answer: anError(code) });
  const page = aText({ status: 502, answer: '<h1>Bad Gateway</h1>' });
  const overfull = aText({
    status: 429,
    answer: { error: { code: 'rate_limited', message: '', type: 'acme_error', reset: 3 } },
  });
  const unknownJob = aLookup({ status: 404, answer: anError('not_found') });
  const anywhere = aLookup({ url: `${at}/jobs/%E0`, answer: { state: 'done' } });
  const idForState = (id: string) =>
    aLookup({ url: `${at}/jobs/${encodeURIComponent(id)}`, answer: { state: id } });
  const done = { state: 'done', result: { text: '' } };
  const rows: [what: string, entry: Entry, clause: string, verdict: Verdict][] = [
    ['429 rate_limited', rejected(429, 'rate_limited'), 'limits.rate.exceeded', 'conforms'],
    ['an extra error field', overfull, 'errors.object.fields', 'violates'],
    ['429 daily_quota_exceeded', rejected(429, 'daily_quota_exceeded'), 'limits.daily.exceeded', 'conforms'],
    ['403 daily_quota_exceeded', rejected(403, 'daily_quota_exceeded'), 'limits.daily.exceeded', 'violates'],
    ['402 insufficient_credits', rejected(402, 'insufficient_credits'), 'credits.insufficient', 'conforms'],
    ['403 insufficient_credits', rejected(403, 'insufficient_credits'), 'credits.insufficient', 'violates'],
    ['409 no_backend_account', rejected(409, 'no_backend_account'), 'auth.backend.missing', 'conforms'],
    ['400 no_backend_account', rejected(400, 'no_backend_account'), 'auth.backend.missing', 'violates'],
    ['502 upstream_error', rejected(502, 'upstream_error'), 'upstream.failure', 'conforms'],
    ['503 upstream_error', rejected(503, 'upstream_error'), 'upstream.failure', 'violates'],
    ['502 and an HTML page', page, 'errors.body.single-field', 'violates'],
    ['502 and an HTML page', page, 'upstream.failure', 'not tested'],
    ['429 and another code', rejected(429, 'invalid_request'), 'errors.code.status', 'violates'],
    ['429 and another code', rejected(429, 'invalid_request'), 'limits.rate.exceeded', 'not tested'],
    ['402 and an unlisted code', rejected(402, 'no_money'), 'errors.code.listed', 'violates'],
    ['404 not_found for a job', unknownJob, 'jobs.lookup.unknown', 'not tested'],
    ['401 missing_api_key', rejected(401, 'missing_api_key'), 'auth.header.required', 'not tested'],
    ['an error object under 200', rejected(200, 'not_found'), 'errors.code.status', 'violates'],
    ['500 and an empty body', anEntry({ status: 500, answer: '' }), 'errors.body.single-field', 'violates'],
    ['a list of models', models(...tiers), 'models.list.tiers', 'conforms'],
    [
      'a list of models without a tier',
      models('acme-text-pro', 'acme-text-mini'),
      'models.list.tiers',
      'violates',
    ],
    ['a duplicate model', models(...tiers, ...tiers), 'models.list.unique', 'deviates'],
    ['a model without an ID', models(...tiers, ''), 'models.list.ids', 'violates'],
    ['credits', anEntry(), 'credits.read', 'conforms'],
    ['invalid JSON for credits', anEntry({ answer: '{"credits"' }), 'service.json', 'violates'],
    ['a job_id', aJob({ status: 202, answer: { job_id: 'a' } }), 'jobs.submit.id', 'conforms'],
    ['a number as job_id', aJob({ answer: { job_id: 7 } }), 'jobs.submit.id', 'conforms'],
    ['a number as job_id', aJob({ answer: { job_id: 7 } }), 'jobs.submit.id-string', 'deviates'],
    ['no job_id but another field', aJob({ answer: { id: 'a' } }), 'jobs.submit.id', 'blocked'],
    ['a state', aLookup({ answer: { state: 'done' } }), 'jobs.lookup.state', 'conforms'],
    ['a state for a job ID that is not UTF-8', anywhere, 'jobs.lookup.state', 'conforms'],
    ['the job ID as state', idForState('job_1'), 'jobs.lookup.state', 'blocked'],
    ['a job ID in base64 as state', idForState('YWI='), 'jobs.lookup.state', 'blocked'],
    ['a number as run_id', aWorkflow({ answer: { run_id: 7 } }), 'runs.submit.id-string', 'deviates'],
    ['a result', aLookup({ answer: done }), 'jobs.lookup.result', 'conforms'],
    ['no result yet', aLookup({ answer: { state: 'running' } }), 'jobs.lookup.result', 'not tested'],
  ];
  for (const [what, entry, clause, verdict] of rows) {
    test(`${what} gives ${clause} the verdict "${verdict}"`, async () => {
      // A sound response beside it shows that an API was captured.
      const { report } = await judged([aText({ answer: { text: 'Hi' } }), entry]);
      expect(verdictOf(report, clause)).toBe(verdict);
    });
  }
});

test.describe('among other responses', async () => {
  test('a response without a value violates a clause if another response verifies the pointer', async () => {
    const jobs = [aJob({ answer: { job_id: 'a' } }), aJob({ answer: { id: 'b' } })];
    expect(verdictOf((await judged(jobs)).report, 'jobs.submit.id')).toBe('violates');
    const looks = [aLookup({ answer: { state: 'done' } }), aLookup({ answer: { result: {} } })];
    expect(verdictOf((await judged(looks)).report, 'jobs.lookup.state')).toBe('violates');
  });

  test('error.type must fit the models or --service, and must be the same in every error', async () => {
    const other = anEntry({ status: 404, answer: anError('not_found', 'Not so.', 'other_error') });
    const first = anEntry({ status: 401, answer: anError('invalid_api_key') });
    const words = async (entries: Entry[], service?: string) => {
      const { report } = await judged(entries, { ...here, service });
      return ['errors.type.service', 'errors.type.constant'].map((clause) => verdictOf(report, clause));
    };
    expect(await words([models(...tiers), first])).toEqual(['conforms', 'conforms']);
    expect(await words([models(...tiers), other])).toEqual(['violates', 'conforms']);
    expect(await words([first, anEntry()], 'other')).toEqual(['violates', 'conforms']);
    expect(await words([first, other])).toEqual(['not tested', 'violates']);
  });

  test('the type of most errors is the right one, even if another came first', async () => {
    const odd = anEntry({ status: 404, answer: anError('not_found', 'Not so.', 'gateway_error') });
    const usual = () => anEntry({ status: 401, answer: anError('invalid_api_key') });
    const { report } = await judged([odd, usual(), usual()]);
    const told = report.clauses.find(({ id }) => id === 'errors.type.constant')?.failures;
    expect(told?.map(({ seenIn, code }) => [seenIn.length, code])).toEqual([[1, 'not_found']]);
  });

  test('an address of the target file without an accepted response may be wrong', async () => {
    const nowhere = aText({ status: 404, answer: '<h1>Not Found</h1>' });
    const alone = await judged([anEntry(), nowhere]);
    expect(verdictOf(alone.report, 'errors.body.single-field')).toBe('not tested');
    expect(alone.notes.join()).toContain('1 not read: no such address');
    const accepted = await judged([anEntry(), nowhere, aText({ answer: { text: 'Hi' } })]);
    expect(verdictOf(accepted.report, 'errors.body.single-field')).toBe('violates');
  });

  test('a response above 64 KiB is judged, but is not rejudged from the record', async () => {
    const long = anEntry({ status: 500, answer: { message: 'x'.repeat(70_000) } });
    const { report } = await judged([anEntry(), long]);
    expect(verdictOf(report, 'errors.body.single-field')).toBe('violates');
    const anew = judgedRecord(JSON.parse(JSON.stringify(recordOf(report))), 'conformance.json');
    expect(verdictOf(anew.report, 'errors.body.single-field')).toBe('not tested');
    expect(anew.notes.join()).toContain('Not rejudged');
  });
});

test.describe('an entry', async () => {
  const failed = { status: 500, answer: 'no JSON' };
  /** Returns an entry with an error response, and sets members of the entry, its response or its content. */
  const set = (members: object, of: (entry: Entry) => object = (entry) => entry) =>
    anEntry(failed, (entry) => Object.assign(of(entry), members));
  const response = (entry: Entry) => entry.response;
  const content = (entry: Entry) => entry.response.content;
  const rows: [what: string, entry: Entry][] = [
    ['for another origin is not read', anEntry({ ...failed, url: 'https://other.example/v1/credits' })],
    ['for OPTIONS is not read', anEntry({ ...failed, method: 'OPTIONS' })],
    ['for HEAD is not read', anEntry({ ...failed, method: 'HEAD', answer: '' })],
    ...[0, 304, 302, 101].map((status): [string, Entry] => [
      `with status ${status} is not read`,
      anEntry({ status, answer: status === 0 ? 'no JSON' : '' }),
    ]),
    ['with status 407 is not read', anEntry({ ...failed, status: 407 })],
    ['with a network error is not read', set({ _error: 'net::ERR_FAILED' }, response)],
    ['from a cache is not read', set({ _fromCache: 'memory' })],
    ['from a service worker is not read', set({ _fetchedViaServiceWorker: true }, response)],
    ['without a server address is not read', anEntry(failed, (entry) => delete entry.serverIPAddress)],
    ['without the text of its body is not read', anEntry(failed, (entry) => delete content(entry).text)],
    ['with null as the text of its body is not read', set({ text: null }, content)],
    ['with half the text of its body is not read', set({ text: 'no' }, content)],
    [
      'with a body shorter than its content-length is not read',
      anEntry({ ...failed, answered: { 'Content-Length': '900' } }),
    ],
    ['for an unknown path is not read', anEntry({ ...failed, url: `${at}/announcements` })],
    ['for an unknown method is not read', anEntry({ ...failed, method: 'DELETE' })],
  ];
  for (const [what, entry] of rows) {
    test(what, async () => {
      const { report } = await judged([anEntry(), entry]);
      expect(report.run.traffic?.unread).toHaveLength(1);
      expect(report.run.traffic?.read).toBe(1);
      expect(report.outcome.word).toBe('conforms');
    });
  }

  test('with the same response and none of these properties is read', async () => {
    const { report } = await judged([anEntry(), anEntry(failed)]);
    expect(report.run.traffic).toMatchObject({ read: 2, unread: [] });
    expect(report.outcome.word).toBe('violates');
  });
});

test.describe('a body', async () => {
  const bodies: Readonly<Record<string, (entry: Entry) => void>> = {
    'in base64': ({ response: { content } }) => {
      const text = Buffer.from(content.text ?? '').toString('base64');
      Object.assign(content, { text, encoding: 'base64' });
    },
    'of unknown size': ({ response: { content } }) => Object.assign(content, { size: -1 }),
    'whose size is its compressed size': ({ response: { content } }) =>
      Object.assign(content, { compression: 9, size: content.size - 9 }),
    'with a content-length of its compressed size': ({ response }) =>
      response.headers.push(...pairs({ 'content-encoding': 'gzip', 'content-length': '3' })),
    'with pseudo-headers of HTTP/2': ({ request }) =>
      request.headers.push(...pairs({ ':path': '/v1/credits' })),
  };
  for (const [what, change] of Object.entries(bodies)) {
    test(`${what} is read`, async () => {
      const { report } = await judged([anEntry({}, change)]);
      expect(report.run.traffic).toMatchObject({ read: 1, unread: [] });
      expect(report.outcome.word).toBe('conforms');
    });
  }
});

test.describe('an address', async () => {
  test('is derived from the known endpoints, with its prefix', () => {
    expect(baseUrlsIn([anEntry({ url: 'https://a.example/x/y/v1/jobs/1?z=1' })])).toEqual([
      'https://a.example/x/y',
    ]);
    expect(
      baseUrlsIn([anEntry({ url: `${at}/text`, method: 'POST' }), anEntry({ url: `${at}/jobs` })]),
    ).toEqual([]);
    expect(baseUrlsIn([anEntry({ url: 'https://a.example/xv1/models' })])).toEqual([]);
  });

  test('must be given by an option if there are two', async () => {
    const entries = [anEntry(), anEntry({ url: 'https://b.example/v1/models' })];
    await expect(judged(entries, {})).rejects.toThrow(
      'https://api.example and https://b.example: name one with --base-url',
    );
    const { report } = await judged(entries, { target, baseUrl: 'https://api.example/' });
    expect(report.run.traffic).toMatchObject({ read: 1, unread: [{ why: 'elsewhere', entries: 1 }] });
  });

  test('does not match another path that begins with it', async () => {
    const entries = [anEntry(), anEntry({ url: 'https://api.example/acme-2/v1/credits', status: 500 })];
    const { report } = await judged(entries, { baseUrl: 'https://api.example/acme' });
    expect(report.outcome.word).toBe('unavailable');
    expect(report.run.traffic?.unread).toEqual([{ why: 'elsewhere', entries: 2, at: [0, 1] }]);
  });
});

test.describe('an operation is recognised', async () => {
  const told = (
    spellings: Parameters<typeof spellingsOf>[0],
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const url = new URL(path, at);
    return recognised(spellingsOf(spellings), { method, path: url.pathname, query: url.searchParams, body });
  };
  const answer = (operation: string, exact = true) => ({ operation, exact });

  test('by its path in the contract, and only approximately with a query', () => {
    expect(told({}, 'GET', '/v1/models')).toEqual(answer('models'));
    expect(told({}, 'GET', '/v1/jobs/a%2Fb')).toEqual(answer('job'));
    expect(told({}, 'GET', '/v1/models?limit=1')).toEqual(answer('models', false));
    expect(told({}, 'POST', '/v1/models')).toBeNull();
    expect(told({}, 'GET', '/v1/jobs/a/b')).toBeNull();
  });

  test('by the path, the query and the method of the target file', () => {
    const run = (id: string) => ({ path: `/v1/work?kind=run&id=${encodeURIComponent(id)}` });
    const text = ({ model, ...fields }: { model?: unknown }) => ({
      method: 'put',
      path: `/v1/models/${model}/text`,
      body: fields,
    });
    expect(told({ run }, 'GET', '/v1/work?id=81&kind=run')).toEqual(answer('run'));
    expect(told({ run }, 'GET', '/v1/work?id=81&kind=job')).toBeNull();
    expect(told({ text }, 'PUT', '/v1/models/acme-text-pro/text', { prompt: 'Hi' })).toEqual(answer('text'));
    expect(told({ text }, 'PUT', '/v1/models/a/b/text', { prompt: 'Hi' })).toBeNull();
  });

  test('by its body if two operations share a path', () => {
    const text = (fields: object) => ({ method: 'POST', path: '/v1/ask', body: { ...fields, mode: 'now' } });
    const job = {
      submit: (fields: object) => ({ method: 'POST', path: '/v1/ask', body: { ...fields, mode: 'later' } }),
    };
    expect(told({ text, job }, 'POST', '/v1/ask', { prompt: 'Hi', mode: 'later' })).toEqual(answer('submit'));
    expect(told({ text, job }, 'POST', '/v1/ask', { prompt: 'Hi', mode: 'now' })).toEqual(answer('text'));
    expect(told({ text, job }, 'POST', '/v1/ask', { prompt: 'Hi' })).toEqual(answer('text', false));
    expect(told({ text, job }, 'POST', '/v1/ask')).toEqual(answer('text', false));
  });

  test('only approximately if a text request has an extra field', async () => {
    const spelling = {
      text: (fields: object) => ({ method: 'POST', path: '/v1/ask', body: { input: fields } }),
    };
    expect(told(spelling, 'POST', '/v1/ask', { input: { prompt: 'Hi' } })).toEqual(answer('text'));
    expect(told(spelling, 'POST', '/v1/ask', { input: { prompt: 'Hi', stream: true } })).toEqual(
      answer('text', false),
    );
  });
});

test.describe('captures of real tools', async () => {
  for (const [name, read] of [
    ['bom.har', 2],
    ['gzip-base64.har', 2],
    ['plain-as-base64-nosize.har', 1],
    ['stream-empty.har', 1],
  ] as const)
    test(`${name}: ${read} of 2 entries are read, and nothing is violated`, async () => {
      const { report, notes } = await judgedTraffic(
        jsonIn(readText(join(captures, name)), name),
        name,
        {},
        {},
      );
      expect(notes[0]).toBe(`${read} of 2 entries of ${name} read`);
      expect(report.outcome).toMatchObject({ word: 'conforms' });
    });

  test('an entry with null members and a response from the memory cache of Safari are not read', async () => {
    const empty = { request: null, response: null } as unknown as Entry;
    const cached = anEntry({}, (entry) => Object.assign(entry, { _fetchType: 'Memory Cache' }));
    const { notes } = await judged([models(...tiers), empty, cached]);
    expect(notes[0]).toBe('1 of 3 entries of traffic.har read');
  });
});

test.describe('secrets', async () => {
  const key = 'sk-live-7Qm2vR9xTz4LbN8c';
  const own = 'sk-test-K5w8Zr2Yq6Xp3Vn1';
  const basic = Buffer.from('ops:correct-horse-battery').toString('base64');
  const secrets: Record<string, string> = {
    A: key,
    B: own,
    C: basic,
    D: 'correct-horse-battery',
    E: 'c5a1f0de9b7742f1',
    F: 'hdr-91c2aa07f3e4',
    G: 'query-5d0e77b1c9',
    H: 'set-0b9d4e66aa12',
    I: 'elsewhere-3c4d5e6f',
  };
  const told = anError('invalid_api_key', `Not these: ${Object.values(secrets).join(' ')}`);
  const entries = [
    anEntry({
      headers: {
        Authorization: `Bearer ${key}`,
        Cookie: `session=${secrets.E}; theme=dark`,
        'X-Api-Key': `${secrets.F}`,
      },
      url: `${at}/credits?access_token=${secrets.G}`,
      status: 401,
      answer: told,
      answered: { 'Set-Cookie': `sid=${secrets.H}; Path=/` },
    }),
    anEntry({ headers: { authorization: `Bearer ${own}` }, status: 401, answer: told }),
    anEntry({ headers: { authorization: `Basic ${basic}` }, status: 401, answer: told }),
    anEntry({ url: 'https://other.example/', headers: { authorization: `Bearer ${secrets.I}` } }),
  ];

  test('of the traffic and the environment are in no report and not in the terminal', async ({}, testInfo) => {
    const folder = testInfo.outputPath('reports');
    const { code, stdout, stderr } = await judge(testInfo, { log: { entries } }, ['--reports', folder], {
      OTHER_API_KEY: own,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(secretsIn(Buffer.from(stdout), secrets)).toEqual([]);
    for (const name of ['index.html', 'conformance.json', 'junit.xml', 'summary.md'])
      expect(secretsIn(readFileSync(join(folder, name)), secrets), name).toEqual([]);
    const record = readFileSync(join(folder, 'conformance.json'), 'utf8');
    expect(record).toContain('Bearer [CLIENT_API_KEY]');
    expect(record).toContain('Bearer [OTHER_API_KEY]');
    expect(record).toContain('access_token=[access_token]');
    expect(stdout).toContain('the value of CLIENT_API_KEY, OTHER_API_KEY, ');
  });

  test('that are recognised by their names are in no report, even short ones', async ({}, testInfo) => {
    const folder = testInfo.outputPath('reports');
    const sent = {
      prompt: 'Hi',
      auth: { api_key: 'k-1', password: 'pw-2' },
      client_secret: 'echoed-secret-3',
    };
    const answer = { text: 'you sent echoed-secret-3 and open-sesame-4', token: 't-5' };
    const headers = { 'X-Passphrase': 'open-sesame-4' };
    const url = 'https://us:er-6@api.example/v1/text?code=c-7&otp=o-8#access_token=a-9';
    const entry = aText({ sent, answer, headers, url });
    const form = anEntry({ method: 'POST', url: `${at}/text` }, ({ request }) => {
      request.postData = { mimeType: 'application/x-www-form-urlencoded', text: 'password=form-10' };
    });
    await judge(testInfo, { log: { entries: [entry, form] } }, ['--reports', folder, '--target', target]);
    const values = [
      'k-1',
      'pw-2',
      'echoed-secret-3',
      'open-sesame-4',
      't-5',
      'er-6',
      'c-7',
      'o-8',
      'a-9',
      'form-10',
    ];
    for (const name of ['index.html', 'conformance.json']) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(
        values.filter((value) => new RegExp(`\\b${value}\\b`).test(text)),
        name,
      ).toEqual([]);
    }
  });

  test('do not mask words that are needed to judge a response', async () => {
    const cookie = 'model=acme-text-nano; last=rate_limited; kind=acme_error; n=12345678901';
    const answers = [
      anEntry({ headers: { cookie }, answer: { credits: { remaining: 12345678901 } } }),
      models(...tiers),
      aText({ status: 429, answer: anError('rate_limited') }),
    ];
    expect((await judged(answers)).report.outcome.word).toBe('conforms');
  });

  test('that are still in a report make the command exit 4', async ({}, testInfo) => {
    const folder = testInfo.outputPath('reports');
    const env = { A_API_KEY: 'There is no job of yours.' };
    const record = recordOf(aReport(aRun(breakingChecks(env.A_API_KEY))));
    const { code, stdout } = await judge(testInfo, record, ['--reports', folder], env);
    expect(code).toBe(4);
    expect(stdout).toContain('A_API_KEY stood in ');
    expect(stdout).toMatch(/^leaked: /m);
  });
});

test('the command prints the same as a run, and its exit code is that of the outcome', async ({}, testInfo) => {
  const { code, stdout } = await judge(testInfo, har('mitmproxy.har'), ['--target', target]);
  expect(code).toBe(1);
  expect(stdout).toContain('5 of 6 entries of given.json read');
  expect(stdout).toMatch(
    /^\d\. Text generation sends an error code with the wrong status: .* \[wrong response\]$/m,
  );
  expect(stdout).toContain('  Violates  also upstream.failure');
  expect(stdout).toContain('  Entry     log.entries[2]: POST /v1/text, 2026-11-20T10:30:07.250000+00:00');
  expect(stdout).toContain(
    '  Needs a reference request, a second account or a probe, which captured traffic does not have: ',
  );
  expect(stdout).toMatch(/^violates: https:\/\/staging\.example\.com: \d faults violate /m);
});

for (const [what, entries, told] of [
  ['no entries', [], 'no request asks for a known endpoint'],
  ['other addresses', [anEntry({ url: 'https://a.example/' })], 'no request asks for a known endpoint'],
  ['no readable entry', [anEntry({ status: 304 })], 'nothing could be read below https://api.example/'],
  [
    'web pages',
    [anEntry({ answer: '<!doctype html>' })],
    'every response below https://api.example/ is a web',
  ],
] as const) {
  test(`the command exits 3 for traffic with ${what}`, async ({}, testInfo) => {
    const { code, stdout } = await judge(testInfo, { log: { entries } });
    expect(code).toBe(3);
    expect(stdout).toContain(told);
  });
}

const none = { log: { entries: [] } };
const worded = { request: { method: 'GET', url: '' }, response: { status: 'ok' } };
for (const [what, value, words, told] of [
  ['a file without entries', { log: {} }, [], 'log.entries is missing'],
  ['an entry without a request', { log: { entries: [{}] } }, [], 'log.entries[0].request is missing'],
  [
    'a word as a status',
    { log: { entries: [worded] } },
    [],
    'log.entries[0].response.status must be a number, not "ok"',
  ],
  ['an invalid address', none, ['--base-url', 'api.example'], '--base-url must be'],
  ['a missing target file', none, ['--target', 'no.ts'], 'no.ts'],
  ['a traffic option for a record', { version: 3 }, ['--service', 'a'], '--service are for captured traffic'],
] as const) {
  test(`the command rejects ${what} in one line and exits 2`, async ({}, testInfo) => {
    expectRejection(await judge(testInfo, value, words), told);
  });
}
