import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { keepProbe, keepSecret, mask } from '../../src/drive/http/secrets';
import type { Exchange } from '../../src/judge/data/evidence';
import { afterWords, finderOf, keysAsSecrets, maskBy } from '../../src/judge/masking/mask';
import { maskDataBy } from '../../src/judge/masking/masked-data';
import { storeResponse } from '../../src/judge/response/stored-response';
import type { Report } from '../../src/judge/verdict/report';
import { annotationsOf } from '../../src/report/annotations';
import { junitOf } from '../../src/report/junit';
import { secretsIn } from '../../src/report/leaks';
import { pageOf } from '../../src/report/page/page';
import { recordOf } from '../../src/report/record';
import { summaryOf } from '../../src/report/summary';
import { details, outcomeLines } from '../../src/report/terminal';
import { aJudgedCheck, anExchange, aReport, aRun } from '../helpers/reports-runs';
import { anyKey, anySpelling, partOf, remains, type Spelling } from '../helpers/spellings';

// No report contains eight characters of a key, whichever part a server puts anywhere in its responses.

/** The number of responses in one run, since rendering takes most of the time. */
const ANSWERS = 100;

type Place = (spelt: string) => { status: number; headers: [string, string][]; body: Buffer };

const json = (value: unknown, headers: [string, string][] = []) => ({
  status: 401,
  headers: [['content-type', 'application/json'], ...headers] as [string, string][],
  body: Buffer.from(JSON.stringify(value)),
});
const error = (fields: object) => ({
  error: { code: 'invalid_api_key', message: 'No.', type: 'acme_error', ...fields },
});

const places: Record<string, Place> = {
  'the message': (spelt) => json(error({ message: `No: ${spelt}!` })),
  'the code': (spelt) => json(error({ code: spelt })),
  'the type': (spelt) => json(error({ type: `${spelt}_error` })),
  'the name of a property': (spelt) => json({ ...error({}), [spelt]: 1 }),
  'the name of a property of the error': (spelt) => json(error({ [spelt]: { [spelt]: [] } })),
  'a header': (spelt) => json(error({}), [['x-request-id', spelt]]),
  'the name of a header': (spelt) => json(error({}), [[spelt, '1']]),
  'the name of a header that is shown': (spelt) => json(error({}), [[`${spelt}-request-id`, '1']]),
  'the media type': (spelt) => ({ ...json(error({})), headers: [['content-type', `text/${spelt}`]] }),
  'a page': (spelt) => ({
    status: 502,
    headers: [['content-type', 'text/html']],
    body: Buffer.from(`<html><a href="/?key=${spelt}">${spelt}</a></html>`),
  }),
  'bytes that are no text': (spelt) => ({
    status: 401,
    headers: [],
    body: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(spelt), Buffer.from([0x80])]),
  }),
  'the end of what is kept': (spelt) => json(error({ message: `${'x'.repeat(64 * 1024 - 90)}${spelt}` })),
  'the end of what is shown': (spelt) => json(error({ message: `${'x'.repeat(190)} ${spelt}` })),
  'the end of a message': (spelt) => json(error({ message: `${'x'.repeat(2_030)} ${spelt}` })),
};

interface Answered {
  place: string;
  spelling: Spelling;
  from: number;
  length: number;
  whole: boolean;
}

const anAnswer: fc.Arbitrary<Answered> = fc.record({
  place: fc.constantFrom(...Object.keys(places)),
  // A body in JSON escapes a key already.
  spelling: anySpelling.filter(({ name }) => name !== 'JSON'),
  from: fc.nat(),
  length: fc.nat(),
  whole: fc.boolean(),
});

/** Returns the whole key, or a part that is long enough to be masked. */
const partIn = (key: string, { from, length, whole }: Answered) => (whole ? key : partOf(key, from, length));

/** Returns the stored exchange of a response that contains an encoded part of a key. */
function kept(key: string, answer: Answered): Exchange {
  const exchange = anExchange({ variable: null, response: null });
  const received = places[answer.place]?.(answer.spelling.spell(partIn(key, answer))) ?? json({});
  return storeResponse(exchange, { ...received, milliseconds: 1 }).exchange;
}

const renderings: Record<string, (report: Report) => string> = {
  page: pageOf,
  record: (report) => JSON.stringify(recordOf(report)),
  junit: junitOf,
  summary: summaryOf,
  terminal: (report) => [...details(report), ...outcomeLines(report, null)].join('\n'),
  annotations: (report) => annotationsOf(report, 'tests').join('\n'),
};

test('no report on 1,000 responses contains eight characters of a key, wherever the server puts them', () => {
  const answers = fc.array(anAnswer, { minLength: ANSWERS, maxLength: ANSWERS });
  fc.assert(
    fc.property(anyKey, answers, (key, drawn) => {
      const masked = maskDataBy(maskBy(finderOf(keysAsSecrets({ API_KEY: key }))));
      const checks = drawn.map((answer, index) => {
        return aJudgedCheck('auth.key.wrong', `case ${index}`, kept(key, answer));
      });
      const report = masked(aReport(aRun(checks)));
      for (const [name, render] of Object.entries(renderings)) {
        const text = render(report);
        const found = secretsIn(Buffer.from(text), { API_KEY: key });
        const spelt = drawn.filter(
          (answer) =>
            remains(text, answer.whole ? key.slice(afterWords(key)) : partIn(key, answer)).length > 0 ||
            text.includes(answer.spelling.spell(key)),
        );
        const shown = spelt.map(({ place, spelling }) => `${place}: ${spelling.name}`);
        expect({ name, key, found, shown }).toEqual({ name, key, found: [], shown: [] });
      }
    }),
    // Shrinking a report with so many responses would take too long.
    { numRuns: 1_000 / ANSWERS, endOnFailure: true },
  );
});

test('a probe with the whole key is shown with the text around it, whichever probe was stored first', () => {
  const key = 'ok_5f2c9a7e41d8b3606e17c9f2';
  keepSecret('API_KEY', key);
  const probes = [`Bearer ${key}`, `${key}!none`, key + key, `${key.slice(0, -1)}7`];
  for (const probe of probes) keepProbe(key, 'changed', probe);
  expect(probes.map((probe) => mask(`Bearer ${probe}`))).toEqual([
    'Bearer Bearer [API_KEY]',
    'Bearer [API_KEY]!none',
    'Bearer [API_KEY][API_KEY]',
    'Bearer [API_KEY 1-26]7',
  ]);
});
