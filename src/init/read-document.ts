import { resolve } from 'node:path';
import { $RefParser, JSONParserErrorGroup } from '@apidevtools/json-schema-ref-parser';
import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import { asWritten, isObject } from '../judge/data/json';

/** The timeout of a request, in milliseconds. */
const LONGEST = 10_000;

export const isAddress = (source: string) => /^https?:/i.test(source);

interface ReadDocument {
  /** Resolves references, including circular ones. A reference to nothing resolves to nothing. */
  document: Record<string, unknown>;
  /** What could not be read, one line each. */
  remarks: string[];
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
  if (document.openapi === undefined)
    throw new Error(
      `--openapi ${source} is Swagger ${version}, which is not read: convert it to OpenAPI 3 first, for example with "npx swagger2openapi" or at https://editor.swagger.io.`,
    );
  if (!/^3(?:\.|$)/.test(String(version)))
    throw new Error(`--openapi ${source} is OpenAPI ${version}, which is not read: versions 3.0 to 3.2 are.`);
  if (!isObject(document.paths))
    throw new Error(`--openapi ${source} describes no paths: give the document that does.`);
  return dereferenced(document, isAddress(source) ? source : resolve(source));
}

/** @throws the first syntax error or duplicate key with its line; an HTML page is not a value at all */
function parsed(text: string, source: string): unknown {
  if (/^\s*</.test(text)) return undefined;
  const json = quickly(text);
  if (json !== undefined) return json;
  const lines = new LineCounter();
  const options = { merge: true, prettyErrors: false, logLevel: 'silent' } as const;
  const read = parseDocument(text, { ...options, lineCounter: lines });
  const [error = circularAlias(read)] = read.errors;
  if (error === undefined) return read.toJS({ maxAliasCount: -1 });
  const what = error.code === 'DUPLICATE_KEY' ? 'a key occurs twice' : error.message;
  throw new Error(`--openapi ${source}, line ${lines.linePos(error.pos[0]).line}: ${what}: correct it.`);
}

/** The first alias inside the value that it stands for. */
function circularAlias(read: Document): { code: string; message: string; pos: [number] } | undefined {
  let found: ReturnType<typeof circularAlias>;
  visit(read, {
    Alias(_, alias, path) {
      const value = alias.resolve(read);
      if (value === undefined || !path.includes(value)) return undefined;
      const message = `the anchor "${alias.source}" contains itself, as only a $ref can`;
      found = { code: 'CIRCULAR_ALIAS', message, pos: [alias.range?.[0] ?? 0] };
      return visit.BREAK;
    },
  });
  return found;
}

/** JSON without duplicate keys in any object; undefined for anything else. */
function quickly(text: string): unknown {
  try {
    return asWritten(text).twice.length === 0 ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

async function dereferenced(document: Record<string, unknown>, source: string): Promise<ReadDocument> {
  const restore = setAside(document);
  nameAlternatives(document);
  const broken = new Set<string>();
  const parser = new $RefParser();
  const options = {
    continueOnError: true,
    mutateInputSchema: true,
    // Many targets are internal, and the user gave the address: by default, the parser refuses these.
    resolve: { http: { safeUrlResolver: false, timeout: LONGEST } },
    dereference: {
      circular: true,
      onDereference: (path: string, value: unknown, parent?: object, name?: string) => {
        if (value !== null || parent === undefined || name === undefined) return;
        broken.add(path);
        Object.assign(parent, { [name]: {} });
      },
    },
  };
  await parser.dereference(source, document as never, options).catch((error: unknown) => {
    if (!(error instanceof JSONParserErrorGroup)) throw error;
  });
  restore();
  const remarks = [...broken].map((path) => `$ref ${path}: cannot be resolved, so it is ignored`);
  return { document: parser.schema as Record<string, unknown>, remarks };
}

/** Members whose own members are names chosen by the document. */
const byName =
  /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas|schemas|responses|parameters|examples|requestBodies|headers|securitySchemes|links|callbacks|variables|encoding)$/;
/** Members with an example value, which may look like a reference. */
const literal = /^(?:example|default|const|enum|value)$/;

/** Removes extensions, and hides example values until the function that it returns is called. */
function setAside(document: Record<string, unknown>): () => void {
  const aside: { holder: Record<string, unknown>; name: string; value: unknown }[] = [];
  const seen = new Set<unknown>();
  const look = (value: unknown, named: boolean): void => {
    if (seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) for (const each of value) look(each, false);
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) {
      if (!named && name.startsWith('x-')) delete value[name];
      else if (!named && (literal.test(name) || (name === 'examples' && Array.isArray(each)))) {
        if (!holdsReference(each)) continue;
        aside.push({ holder: value, name, value: each });
        delete value[name];
      } else look(each, !named && byName.test(name));
    }
  };
  look(document, false);
  return () => {
    for (const { holder, name, value } of aside) holder[name] = value;
  };
}

/**
 * Writes the word of a discriminator into each alternative: by the mapping, or the name of its schema (OpenAPI
 * 3.1, 4.8.25). Afterwards only references are known by these names.
 */
function nameAlternatives(document: Record<string, unknown>): void {
  const seen = new Set<unknown>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const each of Object.values(value)) look(each);
    const { discriminator } = value as Record<string, unknown>;
    if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return;
    const mapping = isObject(discriminator.mapping) ? Object.entries(discriminator.mapping) : [];
    for (const list of ['oneOf', 'anyOf'] as const) {
      const alternatives: unknown = (value as Record<string, unknown>)[list];
      if (!Array.isArray(alternatives)) continue;
      for (const [index, each] of alternatives.entries()) {
        if (!isObject(each) || typeof each.$ref !== 'string') continue;
        const name = each.$ref.replace(/^.*\//, '');
        const [word = name] = mapping.find(([, to]) => to === each.$ref || to === name) ?? [];
        const { propertyName } = discriminator;
        const named = { properties: { [propertyName]: { const: word } }, required: [propertyName] };
        alternatives[index] = { allOf: [each, named] };
      }
    }
  };
  look(document);
}

function holdsReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsReference);
  return isObject(value) && ('$ref' in value || Object.values(value).some(holdsReference));
}
