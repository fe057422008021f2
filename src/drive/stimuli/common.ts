import type { AiOperation } from '../../../spec/operations';
import type { Expectation } from '../../judge/data/expectation';
import { isAccepted } from '../../judge/response/answer';
import type { Tier } from '../../judge/response/models';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { countable, hashOf, type Probe } from '../../probes/family';
import { accepting, type Request, type Sender } from '../client/request';
import { otherSenderIn, ownerOf } from '../client/senders';
import { tryFurther } from '../evidence/recorder';
import { forms, knownTiers, messagesUse } from '../named/uses';
import { inputs, type RequestKind, withBody } from '../operations';
import type { Session } from '../run/session';
import type { Account } from './probes';

export const rejected: Expectation = { kind: 'rejection' };

/**
 * The service uses JSON (contract 1), so the response to a valid key with an Accept header without JSON is
 * not shown. An empty value stands for a request without Accept, which accepts everything (RFC 9110 12.5.1)
 * and is what the contract shows.
 */
export const jsonTypes = ['application/json', '*/*', 'text/html, application/json;q=0.9, */*;q=0.8', ''];
const types = [...jsonTypes, 'text/html'];
/** One of them, chosen by a hash of the value. */
export const memberBy = (among: readonly string[], value: string) =>
  among[(hashOf(value) >>> 0) % among.length] as string;

/** A family whose probes are all sent at every operation. */
export const always = (name: string, members: (of: string) => Probe[]) => countable(name, () => [], members);

export const acceptWords = (type: string) => (type === '' ? 'no Accept' : `Accept: ${type}`);

/** A probe whose value describes it. */
export const byType = (value: string) => ({ words: value, value });
export const acceptHeaders = countable('Accept header', () =>
  types.map((value) => ({ words: acceptWords(value), value, ...(value === types[0] && { plain: true }) })),
);

export const bodies = withBody.map(({ operation }) => operation);
export const placeOf = Object.fromEntries(withBody.map(({ operation, name }) => [operation, name])) as Record<
  AiOperation,
  string
>;

/** A text request, or the submission of a job, with one form of input and one tier. */
export interface UseProbe extends Probe {
  request: (sender: Sender) => Promise<Request>;
}

/** One request of each kind, if there are any. */
export const ofEachKind = (kinds: UseProbe[]) =>
  kinds.length > 0 ? [always('kind of AI request', () => kinds)] : [];

/** Each form of input for each of these tiers. */
export const kindsOf = (of: readonly Tier[]) =>
  forms.flatMap((form) => of.map((tier) => [form, tier] as const));

export const senderFor = (session: Session, account: Account): Sender =>
  account === 'API_KEY' ? ownerOf(session) : otherSenderIn(session, 'other account');

/** The account, in a request that accepts JSON in one of several ways: the probes differ in it. */
export const as = (session: Session, account: Account, value: string): Sender =>
  accepting(senderFor(session, account), memberBy(jsonTypes, value));

/** A sender with varied Accept headers: the response must not differ. */
export const somebody = (sender: Sender, value = ''): Sender => ({
  ...sender,
  headers: { accept: memberBy(types, value), ...sender.headers },
});

/** The kinds of request of this operation; none at depth 1, or where it has no input. */
export async function kindsAt(session: Session, { name }: RequestKind): Promise<UseProbe[]> {
  const requestKind = inputs.find((each) => each.name === name);
  if (isSmokeDepth(session.run.depth) || requestKind === undefined) return [];
  return tryFurther(`${name} of each kind`, async () => {
    const bothForms = session.target.text !== undefined && isAccepted(await messagesUse(session));
    const asked = inputs.filter(
      ({ operation, form }) => operation === requestKind.operation && (bothForms || form === 'prompt'),
    );
    return kindsOf(await knownTiers(session, requestKind.operation)).flatMap(([form, tier]) =>
      asked
        .filter((each) => each.form === form)
        .map((each) => ({
          ...byType(`${form} for ${tier}`),
          request: (sender: Sender) => each.request(session, sender, tier),
        })),
    );
  });
}
