import { lastingStateOf } from '../../../spec/accounts';
import type { Unjudged } from '../../judge/data/evidence';
import { isRejectedAt } from '../../judge/response/account-state';
import { accountOf, type Check } from '../check/check';
import { once } from '../client/once';
import { because, type CheckSession, recordSeparately, tryOne } from '../evidence/recorder';
import { withAndWithoutKey } from '../named/references';
import { operationOf } from '../operations';
import type { Session } from '../run/session';
import { type Row, rowsIn, rowsOf } from './rows';

/** A row, and why it is not established; null if it is. */
export interface Established {
  row: Row;
  why: Unjudged | null;
}

/** Establishes a row, once in a run. */
export async function establish(session: CheckSession, row: Row): Promise<Established> {
  const tried = await tryOne(() => once(session, ['established', row.name], row.establish));
  return { row, why: 'why' in tried ? tried.why : null };
}

/**
 * Whether a row decides a check before it sends anything: its account is accepted where its variable claims that it is
 * not. A rejection in another way may be the fault of the service, so that check is sent; so is one of requests that the
 * claim does not concern.
 */
export function decides({ reason }: Unjudged, check: Check): boolean {
  const { at } = check;
  const variable = accountOf(check);
  const state = variable === null ? undefined : lastingStateOf(variable);
  const isRefuted =
    reason.kind === 'refuted' && (reason.how === 'never rejected' || reason.claimedStateSeenAt !== undefined);
  return (
    isRefuted && state !== undefined && (at === undefined || isRejectedAt(state, operationOf(at).operation))
  );
}

/**
 * The first phase of a run: establishes, one after another and with nothing else in flight, what these checks need.
 * What is sent is evidence of each check that needs it.
 */
export async function establishAll(session: Session, checks: readonly Check[]): Promise<Established[]> {
  const needed = new Set(checks.flatMap((check) => rowsOf(session, check)).map(({ name }) => name));
  const rows = rowsIn(session).filter(({ name }) => needed.has(name));
  const { value = [] } = await recordSeparately({ ...session, measures: true }, async (own) => {
    const before = because(own, { followUp: 'reference' });
    await tryOne(() => withAndWithoutKey(before));
    const established: Established[] = [];
    for (const row of rows) established.push(await establish(before, row));
    return established;
  });
  return value;
}
