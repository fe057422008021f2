import { expect, test } from '@playwright/test';
import { finderOf, maskBy } from '../src/judge/masking/mask';
import { judge } from '../src/judge/response/judge';
import { classifyMessage } from '../src/judge/response/message-naming';
import { singleLine } from '../src/judge/texts/visible-text';
import { inLog } from '../src/report/in-log';
import { indented } from '../src/report/page/html';
import { seen } from './document/corpus';
import { anError } from './helpers/an-error';

const connection = { consumer: 'draw', source: 'write', field: 'text', input: 'prompt' };

/** What searches a text that a service sent. */
const searches: Record<string, (text: string) => unknown> = {
  judge: (text) => judge(...seen({ json: anError('not_found', { message: text }) })),
  'judge a page': (text) => judge(...seen({ text })),
  mask: maskBy(finderOf([{ name: 'API_KEY', value: 'Owner0FakeKey0a1B2' }])),
  classifyMessage: (text) => classifyMessage(text, connection, ['label'], [1, 2]),
  singleLine: (text) => singleLine(text),
  inLog,
  indented: (text) => indented(JSON.stringify(text)),
};

const units =
  '\n| |\t|\r\n| \n|\\|\\\\"|\\"a\\":|"a":"|"|/usr/-|-|/|.|A:\\|A:\\a|at |at a(|at 1:1:|<title|://|a@|&a=|?|%25|&#1;|data:|1|1:1|1 |a|a-|[|{"a":|';
const texts = units.split('|').flatMap((unit) => [unit, `/usr/${unit}`, `"a"${unit}`, `\n at ${unit}`]);

for (const [name, search] of Object.entries(searches))
  test(`${name} takes no longer than its text is`, () => {
    const slow = texts.filter((unit) => {
      const [first = '', rest = ''] = [unit.slice(0, unit.length - 1), unit.slice(-1)];
      const many = [unit.repeat(2 ** 17 / Math.max(unit.length, 1)), `${first}${rest.repeat(2 ** 17)}`];
      const { user } = process.cpuUsage();
      for (const text of many) search(`${text}x`);
      return process.cpuUsage().user - user > 1_500_000;
    });
    expect(slow).toEqual([]);
  });
