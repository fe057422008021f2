import { readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import querystring from 'node:querystring';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { pathOf, valueAt } from '../../spec/pointer';
import { decoded } from '../judge/data/decoded';
import { isObject, parse } from '../judge/data/json';

/** An object of a document, in which any member may be invalid. */
export type Item = Record<string, unknown>;

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const objectIn = (value: unknown): Item => (isObject(value) ? value : {});

/** An OpenAPI document. Its references are followed when they are needed, so all others may be broken. */
export interface Source {
  document: Item;
  /** The object that a value or its reference stands for; empty where it stands for none. */
  follow: (value: unknown) => Item;
  /** The schemas that a value and its references stand for: keywords beside a `$ref` apply, too. */
  schemasOf: (value: unknown) => Item[];
  /** What was not read. */
  remarks: Set<string>;
}

interface File {
  path: string;
  value: unknown;
  /** What a reference may name besides pointers, by its `$anchor`. */
  anchors: Map<string, unknown>;
}

/** How many values the aliases of a YAML document may stand for: ten nested ones stand for billions. */
const MOST = 10_000;

/**
 * Reads an OpenAPI 3 document, and the files of its folder that it refers to.
 * @throws one line, where it is none
 */
export function readDocument(path: string): Source {
  const remarks = new Set<string>();
  const files = new Map<string, File>();
  const owners = new WeakMap<object, File>();
  const open = (path: string): File => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const file = { path, value: contentOf(path), anchors: new Map<string, unknown>() };
    files.set(path, file);
    const seen = new Set([file.value]);
    for (const each of seen) {
      if (each === null || typeof each !== 'object') continue;
      for (const child of Object.values(each)) seen.add(child);
      owners.set(each, file);
      const { $anchor } = objectIn(each);
      if (typeof $anchor === 'string') file.anchors.set($anchor, each);
    }
    return file;
  };
  const root = open(path);
  const document = checked(root.value, path);
  const next = (item: Item, $ref: string): unknown => {
    const file = owners.get(item) ?? root;
    const [, place = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec($ref) ?? [];
    const to = place === '' ? file.path : fileAt(place, file.path, path);
    if (to === undefined) return undefined;
    const pointer = querystring.unescape(fragment);
    const { value, anchors } = open(to);
    return /^(?:$|\/)/.test(pointer) ? valueAt(value, pathOf(pointer)) : anchors.get(pointer);
  };
  const schemasOf = (value: unknown): Item[] => {
    const items = new Set<Item>();
    let here = value;
    while (isObject(here) && !items.has(here)) {
      items.add(here);
      const { $ref, $dynamicRef } = here;
      if (typeof $dynamicRef === 'string') remarks.add(`$dynamicRef ${$dynamicRef}: is not followed`);
      if (typeof $ref !== 'string') return [...items];
      here = next(here, $ref);
      if (!isObject(here) || items.has(here))
        remarks.add(`$ref ${$ref}: cannot be resolved, so it is ignored`);
    }
    return [...items, {}];
  };
  return { document, remarks, schemasOf, follow: (value) => schemasOf(value).at(-1) ?? {} };
}

/**
 * The file that a reference names; undefined where there is none.
 * @throws where it is not below the folder of the document that the user named, since anybody may have written it
 */
function fileAt(reference: string, from: string, root: string): string | undefined {
  try {
    const path = realpathSync(fileURLToPath(new URL(reference, pathToFileURL(from))));
    const way = relative(realpathSync(dirname(root)), path);
    if (!isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way)) return path;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  }
  throw new Error(
    `--openapi ${root}: $ref ${reference} is not followed, since a document may refer to files in its own folder and below only. If you trust it, bundle both into one file first.`,
  );
}

/** @throws the first syntax error, with its line */
function contentOf(path: string): unknown {
  let text: string;
  try {
    text = decoded(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(
      `--openapi ${path}: ${code === 'ENOENT' ? 'there is no such file' : `cannot be read: ${code}`}`,
    );
  }
  if (text.includes('\uFFFD')) throw new Error(`--openapi ${path} is not UTF-8: save it as UTF-8 first.`);
  if (/^\s*</.test(text)) return undefined;
  return parse(text) ?? yamlOf(text.replace(/\r\n?/g, '\n'), path);
}

function yamlOf(text: string, path: string): unknown {
  const lineCounter = new LineCounter();
  const read = parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent', lineCounter });
  const [error] = read.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    throw new Error(`--openapi ${path}, line ${line}: ${error.message}: correct it.`);
  }
  try {
    return read.toJS({ maxAliasCount: MOST });
  } catch {
    throw new Error(
      `--openapi ${path}: an anchor contains itself, or its aliases stand for more than ${MOST} values: write them out, or use $ref.`,
    );
  }
}

/** @throws where a value is no OpenAPI 3 document with paths */
function checked(document: unknown, path: string): Item {
  const { openapi, swagger, paths } = objectIn(document);
  const version = openapi ?? swagger;
  if (version === undefined)
    throw new Error(
      `--openapi ${path} is no OpenAPI document: it has no field "openapi" at its top. A page that shows one links to it, often as openapi.json.`,
    );
  if (!/^3(?:\.|$)/.test(String(openapi)))
    throw new Error(
      `--openapi ${path} is ${openapi === undefined ? 'Swagger' : 'OpenAPI'} ${version}, which is not read: convert it to OpenAPI 3 first, for example with "npx swagger2openapi" or at https://editor.swagger.io.`,
    );
  if (!isObject(paths)) throw new Error(`--openapi ${path} describes no paths: give the document that does.`);
  return objectIn(document);
}
