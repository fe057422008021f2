import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import { type Path, pathOf, valueAt } from './pointer';

export type Document = OpenAPIV3_1.Document;

/**
 * Reads an OpenAPI document.
 * @throws where it is not YAML, has a reference to nothing, or is not valid OpenAPI
 */
export async function readDocument(text: string): Promise<Document> {
  const document: Document = parse(text);
  // The parser resolves references in place, so it gets a copy.
  await SwaggerParser.validate(structuredClone(document));
  return document;
}

/** All values of a document with their paths, outermost first. */
export function* nodesOf(value: unknown, path: Path = []): Generator<[path: Path, value: unknown]> {
  yield [path, value];
  if (value === null || typeof value !== 'object') return;
  for (const [step, child] of Object.entries(value)) yield* nodesOf(child, [...path, step]);
}

/** The examples beside a schema, by name. */
export function examplesOf(document: Document): [path: Path, value: unknown][] {
  return [...nodesOf(document)].filter(([path]) => path.at(-3) === 'examples' && path.at(-1) === 'value');
}

/** The path of a value, which is written there or referenced. */
export function targetOf(document: Document, place: Path): Path {
  const reference = valueAt(document, [...place, '$ref']);
  return typeof reference === 'string' ? pathOf(reference.slice(1)) : place;
}
