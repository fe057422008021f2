import * as accounts from './accounts';
import { incomplete } from './incomplete';
import * as networks from './networks';
import * as order from './order';
import * as pace from './pace';
import * as readByFunctions from './read-by-functions';
import * as references from './references';
import * as shapes from './shapes';
import * as unsaid from './unsaid';
import type { Variant } from './variant';
import * as wire from './wire';
import * as words from './words';

const isVariant = (each: unknown): each is Variant => each instanceof Object && 'phrase' in each;

/** The variants that a file exports: `deepList` is called `deep-list`. */
const exportedBy = (file: object) =>
  Object.entries(file).flatMap(([name, each]): [string, Variant][] =>
    isVariant(each) ? [[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), each]] : [],
  );

const files = [accounts, networks, order, pace, readByFunctions, references, shapes, unsaid, wire, words];

/** All variants, by name. */
export const variants: Readonly<Record<string, Variant>> = Object.fromEntries([
  ...files.flatMap(exportedBy),
  ...Object.entries(incomplete),
]);
