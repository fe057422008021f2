import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decoded } from '../judge/data/decoded';
import { isObject } from '../judge/data/json';
import { parsed } from './parsed';
import { isAddress, OutsideError, shownPlace, shownSource } from './places';
import { type Item, type References, withReferences } from './references';

/** The content of a file or an address, and where it was in the end. */
export interface Bytes {
  bytes: Uint8Array;
  place: URL;
}

export interface ReadDocument extends References {
  document: Item;
  /** What its relative addresses refer to. */
  place: URL;
  /** What was read in another way than it may be meant, one line each. */
  remarks: string[];
}

/**
 * Reads an OpenAPI 3 document.
 * @param source its file or address, which its references are relative to
 * @param read returns the content of a place that a root may refer to
 * @throws one line, where it is none
 */
export async function readDocument(
  source: string,
  read: (place: URL, root: URL) => Promise<Bytes>,
): Promise<ReadDocument> {
  const name = shownSource(source);
  if (isAddress(source) && !URL.canParse(source))
    throw new Error(`--openapi ${name} is no address: write it out.`);
  const root = isAddress(source) ? new URL(source) : pathToFileURL(resolve(source));
  const rejected = (error: unknown): never => {
    throw new Error(`--openapi ${name}: ${error instanceof Error ? error.message : error}`);
  };
  try {
    const { bytes, place } = await read(root, root).catch(rejected);
    const { text, isLatin } = textOf(bytes);
    const document = checked(parsed(text, name), name);
    const references = await withReferences(document, place, async (to) => {
      const other = await read(to, place);
      return { place: other.place, value: parsed(textOf(other.bytes).text, shownPlace(to.href)) };
    });
    const latin = `${name} is not UTF-8, so it was read as Latin-1: if letters are wrong, save it as UTF-8`;
    return { ...references, document, place, remarks: isLatin ? [latin] : [] };
  } catch (error) {
    if (error instanceof OutsideError) rejected(error);
    throw error;
  }
}

function textOf(bytes: Uint8Array): { text: string; isLatin: boolean } {
  const text = decoded(bytes);
  const isLatin = text.includes('\uFFFD') && !isUtf8(bytes);
  return { text: isLatin ? new TextDecoder('windows-1252').decode(bytes) : text, isLatin };
}

/** @throws where a value is no OpenAPI 3 document with paths */
function checked(document: unknown, name: string): Item {
  const version = isObject(document) ? (document.openapi ?? document.swagger) : undefined;
  if (!isObject(document) || version === undefined)
    throw new Error(
      `--openapi ${name} is no OpenAPI document: it has no field "openapi" at its top. A page that shows one links to it, often as openapi.json.`,
    );
  if (!/^3(?:\.|$)/.test(String(document.openapi)))
    throw new Error(
      `--openapi ${name} is ${document.openapi === undefined ? 'Swagger' : 'OpenAPI'} ${version}, which is not read: convert it to OpenAPI 3 first, for example with "npx swagger2openapi" or at https://editor.swagger.io.`,
    );
  if (!isObject(document.paths))
    throw new Error(`--openapi ${name} describes no paths: give the document that does.`);
  return document;
}
