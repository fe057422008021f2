import { quoted } from './quoted';

/** The rules that every response is judged by, and how each is put into words. */
export const ruleWords = {
  'json body': () => 'a JSON body',
  'no error under success': () => 'no error object under a success status',
  job: () => "the job's state and result",
  'single field': () => 'a JSON object with one field, error, and nothing twice',
  'documented fields': (values) => `an object with exactly these fields: ${values.join(', ')}`,
  'listed code': () => 'a code of the contract in error.code',
  'message string': () => 'a string in error.message',
  'type form': () => '<service>_error in error.type',
  'type as elsewhere': (values) =>
    `${values.length === 0 ? 'the same' : values.map(quoted).join('')} in error.type as in the other errors of the run`,
  'type of the models': (values) =>
    `${values.length === 0 ? 'the word of the model names' : values.map(quoted).join(' or ')} in error.type`,
  'media type': () => 'application/json without a byte-order mark',
  'message with words': () => 'a message with words',
  'no key': () => 'no key in an error',
  'no trace': () => 'no stack trace or file path in an error',
} satisfies Record<string, (values: string[]) => string>;

export type Rule = keyof typeof ruleWords;
