import {
  type KeyVariable,
  keyVariables,
  lastingStateOf,
  rolesWithoutAi,
  variableOf,
} from '../../../spec/accounts';
import type { Unjudged } from '../../judge/data/evidence';
import { refuted } from '../../judge/response/account-state';
import { type Answer, errorOf, isAccepted } from '../../judge/response/answer';
import { isInvalidWorkflow } from '../../judge/response/parts';
import { unverified } from '../../judge/response/unverified';
import { requireReference } from '../ask/ask';
import { accountOf, type Check, costOf } from '../check/check';
import { ownerOf } from '../client/senders';
import { readCredits } from '../credits/readings';
import { type CheckSession, endUnjudged } from '../evidence/recorder';
import { claimedState, compareWithOwner, plainSenderOf } from '../named/accounts';
import { idOf, type Work } from '../named/look-ups';
import { listed, recognised } from '../named/models';
import { readReferences, unknownRun } from '../named/references';
import { unlistedUse } from '../named/uses';
import { sharedSubmission } from '../named/work';
import { type OperationId, operationsOf } from '../operations';
import type { Session } from '../run/session';
import { partsOf } from '../stimuli/stimulus';

/** Something that verdicts rest on, which is established once, before the checks that need it. */
export interface Row {
  kind: 'account' | 'operation' | 'part of the target file';
  /** As reports name it: `OTHER_API_KEY`, `GET /v1/models`, `workflow.references`. */
  name: string;
  isNeededBy: (check: Check) => boolean;
  /** Ends with the reason where it is not established. */
  establish: (session: CheckSession) => Promise<void>;
}

const end = ({ verdict, reason }: Unjudged) => endUnjudged(verdict, reason);

/** The accounts that cannot use the AI. */
const withoutAi = rolesWithoutAi.map((role) => variableOf[role]);

/** The accounts that must be others than that of API_KEY: they look up its work, or their credits are compared. */
const distinct: ReadonlySet<KeyVariable> = new Set(['OTHER_API_KEY', ...withoutAi]);

/** An account whose key is recognised, in the state that its variable claims, and not that of API_KEY. */
async function establishAccount(session: CheckSession, variable: KeyVariable): Promise<void> {
  const sender = plainSenderOf(session, variable);
  await recognised(session, sender);
  // A further AI request may use up what credits are left, and whether they are too few depends on the request.
  const isOfCredits = lastingStateOf(variable)?.code === 'insufficient_credits';
  const seen = isOfCredits ? [] : await claimedState(session, sender);
  if (distinct.has(variable)) await compareWithOwner(session, sender);
  const { claimedStateSeenAt, neverRejected, ofOwner } = session.facts.known.accounts[variable] ?? {};
  const accepted = seen.find(isAccepted);
  const shown = accepted ?? seen.at(-1);
  if (shown && claimedStateSeenAt !== variable) {
    const isSwapped = accepted && claimedStateSeenAt !== undefined;
    const isPlain = accepted && neverRejected;
    end(
      refuted(shown, {
        ...(isSwapped ? { claimedStateSeenAt } : isPlain && { how: 'never rejected' }),
      }) as Unjudged,
    );
  }
  if (ofOwner) {
    const answer = accepted ?? (await recognised(session, sender));
    if (answer) end(refuted(answer, { how: 'same account' }) as Unjudged);
  }
}

/** The account that a check sends with, or whose work it looks up. */
function needsAccount(variable: KeyVariable, check: Check): boolean {
  const { at, send } = check;
  const own = accountOf(check);
  if (own !== null) return own === variable;
  const [name, detail] = partsOf(send);
  if (name === 'foreign' && detail === 'by accounts without AI') return withoutAi.includes(variable);
  return variable === 'OTHER_API_KEY' && (at === 'job' || at === 'run');
}

const accountRow = (variable: KeyVariable): Row => ({
  kind: 'account',
  name: variable,
  isNeededBy: (check) => needsAccount(variable, check),
  establish: (session) => establishAccount(session, variable),
});

/** A check that names no operation sends requests to several. */
const isAt =
  (ids: readonly OperationId[]) =>
  ({ at }: Check) =>
    at === undefined || ids.includes(at);

const partRow = (
  name: string,
  ids: readonly OperationId[],
  establish: (session: CheckSession) => Promise<void>,
): Row => ({ kind: 'part of the target file', name, isNeededBy: isAt(ids), establish });

/** Ends as unverified unless one of the responses shows that the part is right. */
function requireShown(part: string, answers: readonly Answer[], shows: (answer: Answer) => boolean): void {
  const last = answers.at(-1);
  if (last !== undefined && !answers.some(shows)) end(unverified(part, last));
}

const idRow = (part: string, ids: readonly OperationId[], what: Work): Row =>
  partRow(part, ids, async (session) => {
    idOf(session, what, await sharedSubmission(session, what));
  });

const modelRow = (part: string, ids: readonly OperationId[], at: 'text' | 'submit'): Row =>
  partRow(part, ids, async (session) =>
    requireShown(
      part,
      [await unlistedUse(session, at)],
      (answer) => errorOf(answer).code === 'model_not_found',
    ),
  );

/** What a run with this target file and these keys can establish. */
export function rowsIn({ keys, target }: Pick<Session, 'keys' | 'target'>): Row[] {
  const { text, job, workflow, run } = target;
  return [
    ...operationsOf(target).map(
      ({ id, name, operation }): Row => ({
        kind: 'operation',
        name,
        isNeededBy: isAt(id === 'text' ? ['text', 'messages'] : [id]),
        establish: (session) =>
          requireReference(session, { sender: ownerOf(session), operation, spec: { path: '' } }),
      }),
    ),
    ...keyVariables.filter((each) => each !== 'API_KEY' && keys[each] !== undefined).map(accountRow),
    partRow('models', ['models'], async (session) => {
      await listed(session);
    }),
    ...(target.credits === undefined
      ? []
      : [
          partRow('credits', ['credits'], async (session) => {
            const pointer = true;
            if ((await readCredits(session)) === null)
              endUnjudged('blocked', { kind: 'credits', how: 'unreadable', pointer });
          }),
        ]),
    ...(text ? [modelRow('text.model', ['text', 'messages'], 'text')] : []),
    ...(job?.submit ? [modelRow('job.model', ['submission', 'submissionWithMessages'], 'submit')] : []),
    ...(job ? [idRow('job.id', ['job'], 'job')] : []),
    ...(workflow
      ? [
          partRow('workflow.references', ['workflow'], async (session) =>
            requireShown('workflow.references', await readReferences(session), isInvalidWorkflow),
          ),
        ]
      : []),
    ...(workflow && run
      ? [
          idRow('workflow.runId', ['run'], 'run'),
          partRow('run', ['run'], async (session) =>
            requireShown('run', [await unknownRun(session)], (answer) => !isAccepted(answer)),
          ),
        ]
      : []),
  ];
}

/** The rows that a check needs. A check that costs nothing needs none that may cost something. */
export const rowsOf = (session: Pick<Session, 'keys' | 'target'>, check: Check): Row[] =>
  costOf(check) === 'free' ? [] : rowsIn(session).filter((row) => row.isNeededBy(check));
