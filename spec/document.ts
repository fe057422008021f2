import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv';
import type { OpenAPIV3_1 } from 'openapi-types';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { type Path, pathOf, valueAt } from './pointer';

/** What is wrong with the document, in one line: `file:line:column: what is wrong`. */
export class DocumentError extends Error {}

/** A document that is valid OpenAPI 3.1, with access to positions in its text. */
export interface Source {
  document: OpenAPIV3_1.Document;
  errorAt: (path: Path, message: string) => DocumentError;
}

/**
 * Reads an OpenAPI document.
 * @param name of the file, for errors
 * @throws DocumentError where it is not YAML, has a reference to nothing, or is not valid OpenAPI 3.1
 */
export async function readDocument(name: string, text: string): Promise<Source> {
  const lineCounter = new LineCounter();
  const yaml = parseDocument(text, { lineCounter, prettyErrors: false });
  const errorAtOffset = (offset: number, message: string) => {
    const { line, col } = lineCounter.linePos(offset);
    return new DocumentError(`${name}:${line}:${col}: ${message.replace(/\s+/g, ' ').trim()}`);
  };
  const errorAt = (path: Path, message: string) => errorAtOffset(offsetOf(yaml, path), message);

  const [syntaxError] = yaml.errors;
  if (syntaxError) throw errorAtOffset(syntaxError.pos[0], syntaxError.message);
  visit(yaml, {
    Alias(_, alias) {
      if (!alias.resolve(yaml))
        throw errorAtOffset(alias.range?.[0] ?? 0, `*${alias.source} refers to no anchor`);
    },
  });
  const value: unknown = yaml.toJS();
  if (!String(valueAt(value, ['openapi'])).startsWith('3.1.'))
    throw errorAt(['openapi'], 'is no OpenAPI 3.1 document');
  for (const [path, node] of nodesOf(value)) {
    if (path.at(-1) === '$ref' && !refers(value, node))
      throw errorAt(path, `"${node}" refers to nothing here`);
  }
  const problem = await problemOf(value);
  if (problem !== null) throw errorAt(problem.path, problem.message);
  return { document: value as OpenAPIV3_1.Document, errorAt };
}

/** All values of a document with their paths, outermost first. */
export function* nodesOf(value: unknown, path: Path = []): Generator<[path: Path, value: unknown]> {
  yield [path, value];
  if (value === null || typeof value !== 'object') return;
  for (const [step, child] of Object.entries(value)) yield* nodesOf(child, [...path, step]);
}

/** The examples beside a schema, by name. */
export function examplesOf(document: Source['document']): [path: Path, value: unknown][] {
  return [...nodesOf(document)].filter(([path]) => path.at(-3) === 'examples' && path.at(-1) === 'value');
}

/** The path of a value, which is written there or referenced. */
export function targetOf(document: Source['document'], place: Path): Path {
  const reference = valueAt(document, [...place, '$ref']);
  return typeof reference === 'string' ? pathOf(reference.slice(1)) : place;
}

/** The error of ajv, with the word that its message leaves out. */
export function wordsOf({ message, params }: ErrorObject): string {
  const word = params.unevaluatedProperty ?? params.additionalProperty ?? params.allowedValues;
  return word === undefined ? `${message}` : `${message}: ${word}`;
}

function refers(document: unknown, reference: unknown): boolean {
  return (
    typeof reference === 'string' &&
    reference.startsWith('#/') &&
    valueAt(document, pathOf(reference.slice(1))) !== undefined
  );
}

async function problemOf(value: unknown): Promise<{ path: Path; message: string } | null> {
  try {
    // The parser resolves references in place, so it gets a copy.
    await SwaggerParser.validate(structuredClone(value) as OpenAPIV3_1.Document);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const details = 'details' in error ? (error.details as ErrorObject[]) : [];
    // An error is reported at each level above it, too; the deepest one is the cause.
    const [deepest] = details.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
    if (deepest === undefined) return { path: [], message: error.message };
    return { path: pathOf(deepest.instancePath), message: wordsOf(deepest) };
  }
}

/** The position of a path in the text: its key, or the nearest key above that exists. */
function offsetOf(yaml: Document, path: Path): number {
  const step = path.at(-1);
  if (step === undefined) return 0;
  const parent = yaml.getIn(path.slice(0, -1), true);
  const keys = isMap(parent) ? parent.items.map(({ key }) => key) : [];
  const node = isSeq(parent)
    ? parent.items[Number(step)]
    : keys.find((key) => isScalar(key) && String(key.value) === step);
  return (isNode(node) ? node.range?.[0] : undefined) ?? offsetOf(yaml, path.slice(0, -1));
}
