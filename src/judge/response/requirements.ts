import type { Connection, Expectation } from '../data/expectation';
import type { Pointer } from '../data/json';

/** Expectations beyond status and code. */

/** A plan may exclude a model: a rejection other than model_not_found is not a violation. */
export const acceptedIfPlanned: Expectation = { kind: 'listed model' };

export const acceptedUnlessTooLong: Expectation = { kind: 'success if not too long' };

const identifier =
  (type: 'string' | 'string or number') =>
  (name: string, at?: PointerSource): Expectation => ({ kind: 'identifier', name, ...pointed(at), type });

/** A non-empty string with this name. */
export const aString = identifier('string');

/** A non-empty string or a number with this name. */
export const anIdentifier = identifier('string or number');

/** A value that is not null: the state or result of a job. */
export function aValueAt({ part, at, patient, state }: JobPart): Expectation {
  return {
    kind: 'value',
    part,
    ...pointed(at),
    ...(patient && { patient }),
    ...(state !== undefined && { state }),
  };
}

interface JobPart {
  part: 'job.state' | 'job.result';
  at: PointerSource;
  /** True if the target file says how long a job may take. */
  patient?: boolean;
  /** Where the state is that may say that the job failed. */
  state?: Pointer | undefined;
}

/** A pointer of the target file. If it is a function, what it returned is stored with the response. */
type PointerSource =
  | At
  | { at?: At; settlesWithin?: number; resolution?: number }
  | { list?: At; next?: unknown };

/** True if the target file says when charges are in, and what a reading shows. Only both together mean anything. */
function settled(declared: PointerSource): { settled?: true } {
  const known = typeof declared === 'object' && 'settlesWithin' in declared ? declared : {};
  return known.settlesWithin !== undefined && known.resolution !== undefined ? { settled: true } : {};
}

type At = Pointer | ((answer: never) => unknown) | undefined;

const judgedAt =
  (kind: 'models' | 'models once' | 'credits' | 'uncharged') =>
  (at?: PointerSource): Expectation => ({ kind, ...pointed(at) });

export const modelsWithIds = judgedAt('models');
export const modelsListedOnce = judgedAt('models once');
export const remainingCredits = judgedAt('credits');
/** For rejected requests, which must not be charged. */
export const creditsUnchanged = judgedAt('uncharged');
/** For AI requests of another account, which are charged to that one. */
export const ownCreditsUnchanged = (at?: PointerSource): Expectation => ({
  kind: 'uncharged',
  ...pointed(at),
  ofAnother: true,
});

/** The three text models of one service word are listed (contract 1): of the given word, if there is one. */
export function threeTiers(at?: PointerSource, word?: string): Expectation {
  const paged = typeof at === 'object' && 'next' in at && ({ paged: true } as const);
  return { kind: 'tiers', ...pointed(at), ...(word !== undefined && { word }), ...paged };
}

/** For a charge. */
export function creditsLowered(at?: PointerSource): Expectation {
  return { kind: 'charged', ...pointed(at), ...settled(at) };
}

/** For pairs of charges. */
export function theFirstIsSmaller(at?: PointerSource): Extract<Expectation, { kind: 'cheaper' }> {
  const waited = typeof at === 'object' && 'settlesWithin' in at && { waited: true };
  return { kind: 'cheaper', ...pointed(at), ...settled(at), ...waited };
}

/** The message of the rejection names a block or field at an end of the faulty connection. */
export function namesTheConnection(rejection: Rejection): Expectation {
  return { ...namesMoreThanAPosition(rejection), position: true };
}

/**
 * The message of the rejection names a block or field at an end of the faulty connection by more than its
 * position.
 */
export function namesMoreThanAPosition({ chain: { connection, blocks }, elsewhere }: Rejection) {
  const ends = [connection.consumer, connection.source];
  const others = blocks.map(({ name }) => name).filter((name) => !ends.includes(name));
  const positions = blocks.flatMap(({ name }, index) => (ends.includes(name) ? index + 1 : []));
  return {
    kind: 'names connection',
    connection,
    others,
    positions,
    position: false,
    ...(elsewhere !== undefined && { elsewhere }),
  } as const satisfies Expectation;
}

/** For two responses. */
export const nothingTellsThemApart: Expectation = { kind: 'alike' };

/** A chain with one faulty connection, and the message that the same fault got at another connection. */
interface Rejection {
  chain: { blocks: readonly { name: string }[]; connection: Connection };
  elsewhere?: string | undefined;
}

function pointed(at: PointerSource): { at?: Pointer } {
  const pointer = typeof at === 'object' ? ('list' in at ? at.list : 'at' in at ? at.at : undefined) : at;
  return typeof pointer === 'string' ? { at: pointer } : {};
}
