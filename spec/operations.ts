import { knownOperations } from './contract';
import type { Operations } from './generated/document';
import type { RequestSpec } from './request';
import { isWork } from './works';

/** The operations in the document (part 4). */
export type KnownOperation = keyof Operations;

/** Reads of what somebody owns. */
export type LookUp = {
  [Id in KnownOperation]: Operations[Id]['path'] extends `${string}{${string}` ? Id : never;
}[KnownOperation];

/** Reads without an id in their path, which every account may send at any time, at no cost. */
export type PlainRead = Exclude<KnownOperation, LookUp>;

/** Operations that the contract mentions without their path. */
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

/** The operations that may use the AI and cost credits (contract 1). */
export type AiOperation = Those<'usesAi'>;

/** The operations that name a model. */
export type WithModel = Those<'takesModel'>;

/** The operation of a request: one of the contract, one that the target file describes, or another. */
export type Operation = KnownOperation | keyof NotShown | 'other';

export const knownIds = Object.keys(knownOperations) as KnownOperation[];

/** All operations with their names in reports, in the order of the contract. */
export const operationNames = {
  ...Object.fromEntries(knownIds.map((id) => [id, titleOf(id)])),
  ...Object.fromEntries(Object.entries(notShown).map(([id, { name }]) => [id, name])),
  other: 'an unusual address',
} as Readonly<Record<Operation, string>>;

export const everyOperation = Object.keys(operationNames) as Operation[];

export const isKnownOperation = (operation: Operation): operation is KnownOperation =>
  Object.hasOwn(knownOperations, operation);

export const usesAi = (operation: Operation): operation is AiOperation =>
  Object.hasOwn(notShown, operation) && notShown[operation as keyof NotShown].usesAi;

/** `GET /v1/models`. */
function titleOf(id: KnownOperation): string {
  const { method, path } = knownOperations[id];
  return `${method} ${path}`;
}

export const isPlainRead = (operation: Operation): operation is PlainRead =>
  isKnownOperation(operation) && !isWork(operation);

/** One value for each plain read. */
export const ofPlainReads = <Made>(make: (id: PlainRead) => Made) =>
  Object.fromEntries(knownIds.filter(isPlainRead).map((id) => [id, make(id)])) as Record<PlainRead, Made>;

/** The request of an operation, with this id if it takes one. */
export function requestTo(id: KnownOperation, named = ''): RequestSpec {
  const { method, path } = knownOperations[id];
  return { method, path: path.replace(/\{[^}]*\}/, () => encodeURIComponent(named)) };
}

/** A path of the document as a pattern: an id is one segment. */
export function patternOf(id: KnownOperation): string {
  const pieces = knownOperations[id].path.split(/\{[^}]*\}/);
  return pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]+');
}

/**
 * The operation of a request, by its method and its path below the base URL; undefined if the document has
 * none.
 */
export function knownAt(method: string, path: string): KnownOperation | undefined {
  return knownIds.find(
    (id) => knownOperations[id].method === method && new RegExp(`^${patternOf(id)}$`).test(path),
  );
}
