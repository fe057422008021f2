import { knownOperations } from './contract';
import type { Operations } from './generated/document';

/** The operations that the document shows (part 4). */
export type KnownOperation = keyof Operations;

/** Those whose path holds no id: reads that every account may send at any time, and that cost nothing. */
export type PlainRead = {
  [Id in KnownOperation]: Operations[Id]['path'] extends `${string}{${string}` ? never : Id;
}[KnownOperation];

/** What the contract has and does not show the path of. */
const notShown = {
  text: { name: 'text generation', usesAi: true, takesModel: true },
  submit: { name: 'job submission', usesAi: true, takesModel: true },
  workflow: { name: 'workflow submission', usesAi: true, takesModel: false },
  run: { name: 'run lookup', usesAi: false, takesModel: false },
} as const;

type NotShown = typeof notShown;
type Those<Field extends keyof NotShown['text']> = {
  [Id in keyof NotShown]: NotShown[Id][Field] extends true ? Id : never;
}[keyof NotShown];

/** The operations that may use the AI, and cost credits (contract 1). */
export type AiOperation = Those<'usesAi'>;

/** The operations that name a model. */
export type WithModel = Those<'takesModel'>;

/** What a request asks for: what the contract shows, what the target file spells, or something else. */
export type Operation = KnownOperation | keyof NotShown | 'other';

export const knownIds = Object.keys(knownOperations) as KnownOperation[];

/** Every operation with its name in reports, in the order of the contract. */
export const operationNames = {
  ...Object.fromEntries(knownIds.map((id) => [id, titleOf(id)])),
  ...Object.fromEntries(Object.entries(notShown).map(([id, { name }]) => [id, name])),
  other: 'an address outside the contract',
} as Readonly<Record<Operation, string>>;

export const everyOperation = Object.keys(operationNames) as Operation[];

export const isKnownOperation = (operation: Operation): operation is KnownOperation =>
  Object.hasOwn(knownOperations, operation);

export const usesAi = (operation: Operation): operation is AiOperation =>
  Object.hasOwn(notShown, operation) && notShown[operation as keyof NotShown].usesAi;

/** `GET /v1/models`. */
export function titleOf(id: KnownOperation): string {
  const { method, path } = knownOperations[id];
  return `${method} ${path}`;
}

export const isPlainRead = (operation: Operation): operation is PlainRead =>
  isKnownOperation(operation) && !knownOperations[operation].path.includes('{');

export const plainReads = knownIds.filter(isPlainRead);

/** Something for each plain read. */
export function ofPlainReads<Made>(make: (id: PlainRead) => Made): Record<PlainRead, Made> {
  return Object.fromEntries(plainReads.map((id) => [id, make(id)])) as Record<PlainRead, Made>;
}

/** Where an operation is asked for, with this id in the path where it takes one. */
export function pathTo(id: KnownOperation, named = ''): string {
  return knownOperations[id].path.replace(/\{[^}]*\}/, () => encodeURIComponent(named));
}

/** A path of the document as a pattern: an id is one segment. */
export function patternOf(id: KnownOperation): string {
  const pieces = knownOperations[id].path.split(/\{[^}]*\}/);
  return pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]+');
}

/** The operation that this request is of by its method and path below the base URL; undefined where the document shows none. */
export function knownAt(method: string, path: string): KnownOperation | undefined {
  return knownIds.find(
    (id) => knownOperations[id].method === method && new RegExp(`^${patternOf(id)}$`).test(path),
  );
}
