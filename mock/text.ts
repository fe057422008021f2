import type { Call, Check, Serve } from './call';
import { isObject, parsed } from './json';

type Fields = Readonly<Record<string, unknown>>;

/** Text requests: contract 2.3. */
export interface Text {
  /** Returns the fields of the body, or undefined if it is malformed. Keeps text.malformed.json. */
  read(body: string, call: Call): Fields | undefined;
  /**
   * Returns what is wrong with the input, or undefined if it is valid. Keeps text.accepts.prompt,
   * text.accepts.messages, text.requires.input, text.requires.input-lenient.
   */
  wrong(fields: Fields, call: Call): string | undefined;
  generate(call: Call): string;
  /** Builds the response body of a text request. */
  present(call: Call, text: string): unknown;
}

function isMessage(value: unknown): boolean {
  return isObject(value) && typeof value.role === 'string' && typeof value.content === 'string';
}

export const text: Text = {
  read(body) {
    const value = parsed(body);
    return isObject(value) ? value : undefined;
  },
  wrong({ prompt, messages }) {
    if (prompt === undefined && messages === undefined) return 'give `messages` or `prompt`';
    if (prompt !== undefined && (typeof prompt !== 'string' || prompt === '')) {
      return '`prompt` is not a text';
    }
    const listed = Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
    return messages === undefined || listed ? undefined : '`messages` is not a list of messages';
  },
  generate(call) {
    return `An answer from ${call.model}.`;
  },
  present(call, text) {
    return { model: call.model, text };
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

/** The checks of text requests and jobs apart from the model, in this order. They need the parsed body. */
export const inputChecks: readonly Check[] = [requireInput];

export const answerText: Serve = (call, { behaviour: { credits, text } }) => {
  credits.charge(call.account, call.price, call.now, call.now, call);
  return text.present(call, text.generate(call));
};
