import { type Answer, body } from './answer';

/**
 * A value of the same form: each string is "string", each number 0, each flag false, and an array has its
 * first item only.
 * @param id a value that stays as it is
 */
export function formOf(value: unknown, id: string): unknown {
  if (value === null || String(value) === id) return value;
  if (Array.isArray(value)) return value.slice(0, 1).map((each) => formOf(each, id));
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, formOf(each, id)]));
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? false : 'string';
}

/** A response with the form of its body in place of the body, which may be another account's data. */
export function withForm(answer: Answer, id: string): Answer {
  const { exchange, ...shown } = answer;
  const { response } = exchange;
  if (response === null || answer.text === '') return answer;
  const value = body(answer);
  const text = value === undefined ? 'text' : JSON.stringify(formOf(value, id));
  const { cut: _cut, encoding: _encoding, gist: _gist, ...stored } = response;
  return { ...shown, text, exchange: { ...exchange, response: { ...stored, body: text, form: true } } };
}
