import { asCode, whenRejected } from '../../../mock/answers';
import { overrideChapter } from '../../../mock/behaviour';
import { accepting } from '../../../mock/defects/text';
import { isObject, parsed } from '../../../mock/json';
import { type Defect, placed } from './defect';
import type { At } from './scope';

/** Reads what is no valid JSON object. */
const reading = (
  phrase: string,
  read: (body: string) => unknown,
  clause: string,
  metBy?: string[],
): Defect => ({
  ...placed(
    phrase,
    overrideChapter('text', (text) => ({
      read(body, call) {
        const value = read(body);
        return isObject(value) ? value : text.read(body, call);
      },
    })),
    undefined,
    [clause],
  ),
  ...(metBy && { metBy }),
});

/** Accepts a body without input if this field is in it. */
const needless = (phrase: string, field: string, at?: At): Defect => ({
  ...placed(
    `a body ${phrase} is accepted`,
    accepting((fields) => !('prompt' in fields) && !('messages' in fields) && field in fields),
    at,
    ['text.requires.input'],
  ),
  metBy: ['text.requires.input', 'text.requires.input-lenient'],
});

/** What a lenient parser reads from malformed JSON; nothing of valid JSON. */
const repaired = (body: string, repair: (body: string) => string) =>
  parsed(body) === undefined ? parsed(repair(body)) : undefined;

export const bodyDefects: readonly Defect[] = [
  reading(
    'a body with an equals sign for a colon is read',
    (body) => repaired(body, (text) => text.replaceAll('"=', '":')),
    'text.malformed.json',
  ),
  placed(
    'a body with text behind it is rejected with model_not_found',
    whenRejected('invalid_request', asCode('model_not_found'), ({ body }) =>
      isObject(repaired(body, (text) => text.replace(/}\s*[^}]+$/, '}'))),
    ),
    'text',
    ['text.malformed.json'],
  ),
  needless('with inputs for its input', 'inputs', 'text'),
  needless('without input and with metadata', 'metadata'),
  reading(
    'the body true is accepted',
    (body) => body.trim() === 'true' && { model: 'acme-text-nano', prompt: 'Hello' },
    'text.requires.input-lenient',
    ['text.requires.input-lenient', 'text.malformed.json'],
  ),
];
