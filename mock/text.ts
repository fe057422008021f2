import type { Call, Check, Serve } from './call';
import { isObject, parsed } from './json';

type Fields = Readonly<Record<string, unknown>>;

function isMessage(value: unknown): boolean {
  return isObject(value) && typeof value.role === 'string' && typeof value.content === 'string';
}

/** Text requests: contract 2.3. */
export const text = {
  /** Returns the fields of the body, or undefined if it is malformed. Keeps text.malformed.json. */
  read(body: string, _call: Call): Fields | undefined {
    const value = parsed(body);
    return isObject(value) ? value : undefined;
  },
  /**
   * Returns what is wrong with the input, or undefined if it is valid. Keeps text.accepts.prompt,
   * text.accepts.messages, text.requires.input, text.requires.input-lenient.
   */
  wrong({ prompt, messages }: Fields, _call: Call): string | undefined {
    if (prompt === undefined && messages === undefined) return 'give `messages` or `prompt`';
    if (prompt !== undefined && (typeof prompt !== 'string' || prompt === '')) {
      return '`prompt` is not a text';
    }
    const listed = Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
    return messages === undefined || listed ? undefined : '`messages` is not a list of messages';
  },
};

export const readBody: Check = (call, { behaviour: { text } }) => {
  const fields = text.read(call.body, call);
  if (!fields) return { code: 'invalid_request', about: 'the body is not a JSON object' };
  call.fields = fields;
  return undefined;
};

export const requireInput: Check = (call, { behaviour: { text } }) => {
  const wrong = text.wrong(call.fields, call);
  return wrong === undefined ? undefined : { code: 'invalid_request', about: wrong };
};

export const generated = ({ model }: Call) => `An answer from ${model}.`;

export const answerText: Serve = (call, { behaviour: { credits } }) => {
  credits.charge(call.account, call.price, call.now, call.now, call);
  return { model: call.model, text: generated(call) };
};
