import { contract } from '../../../spec/contract';
import type { Header, Validator, Validators } from '../../../spec/validators';
import type { Universal, UniversalViolation } from '../data/evidence';
import { quoted } from '../data/quoted';
import { shownFor } from './documented';
import type { JudgedResponse } from './judge';

/** Judges the headers that a document shows for a response. One that is not sent, and need not be, shows nothing. */
export function judgeHeaders(
  { operation, status, headers }: JudgedResponse,
  document: Validators,
): Universal {
  const rows = Object.entries(shownFor(operation, status, document.headers) ?? {}).flatMap(
    ([name, header]) => {
      const sent = textOf(name, headers);
      return sent === undefined && !header.required ? [] : { name, header, sent };
    },
  );
  return {
    judged: rows.map(({ header }) => header.clause),
    violations: rows.flatMap(({ name, header, sent }): UniversalViolation[] =>
      sent !== undefined && isValid(sent, header)
        ? []
        : [
            {
              clause: header.clause,
              expected: { kind: 'header', name },
              received: { kind: 'seen', what: sent === undefined ? 'no such header' : quoted(sent) },
            },
          ],
    ),
  };
}

/** The names of the headers that a document says something about, in lower case. */
export function documentedHeaders({ headers }: Validators): ReadonlySet<string> {
  const responses = [headers.failures, ...Object.values(headers.answers)].flatMap((each) =>
    Object.values(each),
  );
  return new Set(responses.flatMap((byName) => Object.keys(byName).map((name) => name.toLowerCase())));
}

export const headersOfContract = documentedHeaders(contract);

/** The values of a header, which may be sent several times (RFC 9110, 5.3). */
function textOf(name: string, headers: JudgedResponse['headers']): string | undefined {
  const values = headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
  return values.length === 0 ? undefined : values.map(([, value]) => value.trim()).join(', ');
}

const isValid = (text: string, { type, validate }: Header<Validator>) =>
  validate(valueIn(text, type)).length === 0;

/** The value that a text stands for (OpenAPI, style `simple`); the text if it does not stand for one of this type. */
function valueIn(text: string, type: string): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
  return isNumber && (type === 'number' || type === 'integer') ? Number(text) : text;
}
