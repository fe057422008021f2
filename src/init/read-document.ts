import { resolve } from 'node:path';
import querystring from 'node:querystring';
import { $RefParser, JSONParserErrorGroup } from '@apidevtools/json-schema-ref-parser';
import { LineCounter, parseDocument } from 'yaml';
import { pathOf, valueAt } from '../../spec/pointer';
import { isObject } from '../judge/data/json';
import { parse } from '../judge/response/answer';

/** The timeout of a request, in milliseconds. */
const LONGEST = 10_000;

export const isAddress = (source: string) => /^https?:/i.test(source);

/** An object of a document, in which any member may be invalid. */
export type Item = Record<string, unknown>;

export interface ReadDocument {
  document: Item;
  /** The object that a value or its reference stands for; empty where it stands for none. */
  follow: (value: unknown) => Item;
  /** References to nothing that were followed so far. */
  broken: Set<string>;
}

/**
 * Reads an OpenAPI 3 document.
 * @param source its file or address, which its references are relative to
 * @throws one line, where it is none
 */
export async function readDocument(text: string, source: string): Promise<ReadDocument> {
  const document = parsed(text, source);
  const version = isObject(document) ? (document.openapi ?? document.swagger) : undefined;
  if (!isObject(document) || version === undefined)
    throw new Error(
      `--openapi ${source} is no OpenAPI document: it has no field "openapi" at its top. A page that shows one links to it, often as openapi.json.`,
    );
  if (!/^3(?:\.|$)/.test(String(document.openapi)))
    throw new Error(
      `--openapi ${source} is ${document.openapi === undefined ? 'Swagger' : 'OpenAPI'} ${version}, which is not read: convert it to OpenAPI 3 first, for example with "npx swagger2openapi" or at https://editor.swagger.io.`,
    );
  if (!isObject(document.paths))
    throw new Error(`--openapi ${source} describes no paths: give the document that does.`);
  const isWhole = !/\$ref['"]?\s*:\s*['"]?[^'"\s#]/.test(text);
  return following(isWhole ? document : await bundled(document, source));
}

/** @throws the first syntax error or duplicate key with its line; an HTML page is not a value at all */
function parsed(text: string, source: string): unknown {
  if (/^\s*</.test(text)) return undefined;
  const json = parse(text);
  if (json !== undefined) return json;
  const lines = new LineCounter();
  const options = { merge: true, prettyErrors: false, logLevel: 'silent' } as const;
  const read = parseDocument(text, { ...options, lineCounter: lines });
  const [error] = read.errors;
  if (error !== undefined) {
    const what = error.code === 'DUPLICATE_KEY' ? 'a key occurs twice' : error.message;
    throw new Error(`--openapi ${source}, line ${lines.linePos(error.pos[0]).line}: ${what}: correct it.`);
  }
  try {
    const value: unknown = read.toJS({ maxAliasCount: -1 });
    JSON.stringify(value);
    return value;
  } catch {
    throw new Error(`--openapi ${source}: an anchor contains itself, as only a $ref can: correct it.`);
  }
}

/** A document with what it refers to in other files. */
async function bundled(document: Item, source: string): Promise<Item> {
  const parser = new $RefParser();
  // Many targets are internal, and the user gave the address: by default, the parser refuses these.
  const options = { continueOnError: true, resolve: { http: { safeUrlResolver: false, timeout: LONGEST } } };
  const place = isAddress(source) ? source : resolve(source);
  await parser.bundle(place, document as never, options).catch((error: unknown) => {
    if (!(error instanceof JSONParserErrorGroup)) throw error;
  });
  return parser.schema as Item;
}

function following(document: Item): ReadDocument {
  const broken = new Set<string>();
  const follow = (value: unknown): Item => {
    let here = value;
    const passed = new Set<unknown>();
    while (isObject(here) && typeof here.$ref === 'string') {
      const { $ref } = here;
      const next = passed.has(here) ? undefined : valueAt(document, pathOf(querystring.unescape($ref)));
      if (!isObject(next) || !$ref.startsWith('#')) broken.add($ref);
      passed.add(here);
      here = next;
    }
    return isObject(here) ? here : {};
  };
  return { document, follow, broken };
}
