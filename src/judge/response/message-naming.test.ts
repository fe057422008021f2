import { expect, test } from '@playwright/test';
import { anError } from '../../../proof/helpers/an-error';
import { answered } from '../../../proof/helpers/answered';
import type { Connection } from '../data/expectation';
import { classifyMessage, namesConnection } from './message-naming';

const others = ['stepcc40'];
const positions = [1, 2];
const faulty: Connection = { consumer: 'stepbb20', input: 'text', source: 'stepaa10', field: 'fieldxy30' };

const messages: Record<string, ReturnType<typeof classifyMessage>> = {
  "Block 'stepbb20' is wrong.": 'names',
  'There is no stepaa10.text': 'names',
  'STEPAA10 has no such field': 'names',
  '블록 stepbb20의 입력이 잘못되었습니다': 'names',
  '블록 "stepbb20"의 입력이 잘못되었습니다': 'names',
  'stepcc40 waits for stepbb20': 'names',
  'No field fieldxy30 is put out.': 'names',
  'The input text is not fed.': 'nothing',
  'The input "text" is not fed.': 'names',
  'Nothing leads from fieldxy to text.': 'nothing',
  'The input (text) is not fed.': 'names',
  'text: wrong kind': 'names',
  'The input *text* is not fed.': 'names',
  'label → text: wrong kind': 'names',
  'text -> label: wrong kind': 'names',
  '입력 text에 연결할 수 없습니다': 'names',
  输入text不接受: 'names',
  'The context: wrong kind': 'nothing',
  'One text, and a pre-text,text': 'nothing',
  'Block 1 is wrong.': 'position',
  'The last block is wrong.': 'nothing',
  '2026-11-02 10:02: the workflow is wrong.': 'nothing',
  'Block 7 is wrong.': 'nothing',
  'Error 20261122.': 'nothing',
  'The fifth connection is wrong.': 'nothing',
  "Block 'stepcc40' is wrong.": 'another',
  "Block 'stepcc40' has a wrong text.": 'another',
  'Block 2 is wrong.': 'position',
  'The second connection is wrong.': 'position',
  'The 2nd block is wrong.': 'position',
  'La 2e étape est fautive.': 'position',
  'The 7th block is wrong.': 'nothing',
  '두 번째 연결이 잘못되었습니다': 'position',
  'xstepbb20, stepbb2, stepbb201, context': 'nothing',
  'The workflow is wrong.': 'nothing',
  '': 'nothing',
};

test('a field with a plain name counts if both ends are named, and "last" counts if the fault is last', () => {
  const words = { ...faulty, field: 'score' };
  expect(classifyMessage('Nothing leads from score to text.', words, others, positions)).toBe('names');
  expect(classifyMessage('Nothing leads to text.', words, others, positions)).toBe('nothing');
  expect(classifyMessage('The last block is wrong.', faulty, others, [2, 3])).toBe('position');
});

test('names may contain any character', () => {
  for (const word of ['short_text', 'short-text', 'short.text', 'steps[1]', '$text', 'a/b\\c', '단계 1']) {
    const named = { ...faulty, consumer: word };
    expect(classifyMessage(`The block ${word} is wrong.`, named, others, positions), word).toBe('names');
    expect(classifyMessage('The workflow is wrong.', named, others, positions), word).toBe('nothing');
  }
});

const names = ['stepaa10', 'stepbb20', 'stepcc40'];
/** The rejection of a chain whose block at this index reads a field that is not there. */
function rejected(reader: number, describe: (reader: string, body: string) => string) {
  const blocks = names.map((name, index) => ({
    name,
    reads: index === 0 ? 'Hello' : `${names[index - 1]}.${index === reader ? `none${index}7x` : 'text'}`,
  }));
  const [source = '', consumer = ''] = names.slice(reader - 1);
  const connection = { consumer, input: 'prompt', source, field: `none${reader}7x` };
  const body = JSON.stringify({ blocks }, null, reader);
  const answer = answered(400, anError('invalid_workflow', { message: describe(consumer, body) }));
  const { exchange } = answer;
  const request = { ...exchange.request, body };
  return { ...answer, exchange: { ...exchange, request }, chain: { blocks, connection } };
}

test('a message names a connection if that about another one says something else, and not the workflow alone', () => {
  const all = names.join(', ');
  const said: ['named' | 'unnamed' | 'same', describe: (reader: string, body: string) => string][] = [
    ['named', (reader) => `Block ${reader} is wrong.`],
    ['named', (reader) => `Block ${names.indexOf(reader) + 1} is wrong.`],
    ['named', (reader) => `Checked ${all}: ${reader} is wrong.`],
    ['named', (reader) => all.replace(reader, `${reader} (wrong)`)],
    ['named', (reader, body) => `Block ${reader} is wrong in ${body}`],
    ['named', (reader, body) => body.replace(`"${reader}"`, `"${reader}" <- wrong`)],
    ['unnamed', (reader) => `Der ${reader === 'stepbb20' ? 'zweite' : 'dritte'} Block`],
    ['unnamed', (reader) => `Verbindung ${reader === 'stepbb20' ? 'A' : 'B'}`],
    ['same', () => all],
    ['same', () => 'Checked blocks 1, 2, 3.'],
    ['same', (_, body) => `Invalid workflow: ${body}`],
    ['same', (_, body) => `Invalid workflow: ${JSON.stringify(JSON.parse(body).blocks)}`],
    ['same', (_, body) => `Invalid: ${body.replaceAll('"reads":', '"reads":{"value":')}`],
    ['same', () => 'The workflow is wrong.'],
    ['same', (reader) => `Wrong at 10:02:0${names.indexOf(reader)}`],
    ['same', (reader) => `Wrong (req_4f2a9${reader.length}${names.indexOf(reader)})`],
  ];
  for (const [due, describe] of said) {
    const elsewhere = rejected(2, describe);
    const expected = namesConnection({ ...rejected(1, describe), elsewhere }, true);
    expect(expected.elsewhere, describe.toString()).toBe(due);
  }
});

for (const [message, how] of Object.entries(messages)) {
  test(`a message identifies the connection by "${how}": ${message || 'an empty message'}`, () => {
    expect(classifyMessage(message, faulty, others, positions)).toBe(how);
  });
}
