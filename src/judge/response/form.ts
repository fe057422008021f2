import { codes } from '../../../spec/contract';
import { type Answer, body, contentOf } from './answer';
import { storeResponse } from './stored-response';

/** Levels and items below and beyond these are left out of a form. */
const DEEPEST = 6;
const MOST = 50;

/** A name that a programmer gives to a field: an ID, an address or the name of somebody's file is none. */
const isFieldName = (name: string) =>
  name.length <= 40 && /^[A-Za-z][a-z]*(?:[_-][A-Z]?[a-z]+|[A-Z][a-z]+)*$/.test(name);

/**
 * A value of the same form: each string is its length (an empty one stays), each number 0, each flag false. An array has
 * one item of each form, and what is no ordinary name of a field is its length, too.
 * @param isKnown whether a text is known to the run, such as the ID that was asked for, so that it stays as it is
 */
export function formOf(value: unknown, isKnown: (text: string) => boolean, depth = 0): unknown {
  if (value === null || value === '') return value;
  if (Array.isArray(value)) {
    const items = depth < DEEPEST ? value.slice(0, MOST).map((each) => formOf(each, isKnown, depth + 1)) : [];
    const different = new Set(items.map((item) => JSON.stringify(item)));
    return [...different].map((item) => JSON.parse(item));
  }
  if (typeof value === 'object') {
    const fields = depth < DEEPEST ? Object.entries(value).slice(0, MOST) : [];
    return Object.fromEntries(
      fields.map(([name, each], index) => [
        isFieldName(name) || isKnown(name) ? name : `field ${index + 1}, ${lengthOf(name)}`,
        formOf(each, isKnown, depth + 1),
      ]),
    );
  }
  if (isKnown(String(value))) return value;
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? false : lengthOf(String(value));
}

const lengthOf = (text: string) => `${text.length} characters`;

/** Headers that may say where somebody's work is, or what it is. */
const isAboutWork = (name: string) =>
  !/^(?:age|(?:[a-z]+-)*cache(?:-status)?|content-(?:type|length|encoding)|date|retry-after|server|transfer-encoding|via|cf-ray|.*-id)$/i.test(
    name,
  );

/** The server that a redirect leads to, if it is named: perhaps one for logins. */
const serverIn = (location: string) => /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(location)?.[0];

/**
 * A response with the form of its body in place of the body, which may be the data of somebody else. A code of the
 * contract stays, since responses are judged by it.
 * @param isKnown whether a text is known to the run
 */
export function withForm(answer: Answer, isKnown: (text: string) => boolean): Answer {
  const { exchange, headers: all } = answer;
  const { response, ...asked } = exchange;
  if (response === null) return answer;
  const value = body(answer);
  const isShown = (text: string) => isKnown(text) || Object.hasOwn(codes, text);
  // The first event of a stream decides like a body.
  const eventOf = (data: unknown) =>
    data === undefined ? `${response.bodyBytes} bytes` : `data: ${JSON.stringify(formOf(data, isShown))}\n\n`;
  const text = value === undefined ? eventOf(contentOf(answer)) : JSON.stringify(formOf(value, isShown));
  const headers = (all ?? response.headers).flatMap(([name, each]): [string, string][] => {
    if (!isAboutWork(name)) return [[name, each]];
    const server = name.toLowerCase() === 'location' ? serverIn(each) : undefined;
    return server === undefined ? [] : [[name, server]];
  });
  const stored = storeResponse(
    { ...asked, response: null },
    {
      status: answer.status,
      headers,
      body: Buffer.from(response.bodyBytes === 0 ? '' : text),
      milliseconds: response.milliseconds,
    },
  );
  const shown = new Set(stored.exchange.response?.headers.map(([name]) => name.toLowerCase()));
  const names = [...response.headers.map(([name]) => name.toLowerCase()), ...response.otherHeaders];
  const otherHeaders = [...new Set(names.filter((name) => !shown.has(name)))];
  return {
    ...stored,
    exchange: {
      ...stored.exchange,
      response: stored.exchange.response && {
        ...stored.exchange.response,
        otherHeaders,
        bodyBytes: response.bodyBytes,
        form: true,
      },
    },
  };
}
