import type { Expectation } from '../../judge/data/expectation';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { family, hashOf, type Probe } from '../../probes/family';
import type { Check } from '../check/check';
import { type Request, type Sender, withAccept } from '../client/request';
import { nobody, otherSenderIn, ownerOf } from '../client/senders';
import { type CheckSession, tryFurther } from '../evidence/recorder';
import { knownTiers, messagesUse } from '../named/uses';
import { inputs, type RequestKind } from '../operations';
import type { Session } from '../run/session';
import type { Stimuli, StimulusName } from './stimulus';

/** The responses to a stimulus; several lists where some of them belong together. */
type Sent = Answer | readonly Answer[] | readonly (readonly Answer[])[];

/** A check with its operation looked up. */
export interface ResolvedCheck extends Check {
  requestKind: RequestKind;
}

/** How a stimulus is sent for one value of its parameter. */
export type Send = (session: CheckSession, check: ResolvedCheck) => Promise<Sent>;

/** How each stimulus is sent. */
export type StimulusFunctions = {
  [Name in StimulusName]: (
    session: CheckSession,
    check: ResolvedCheck,
    detail: Stimuli[Name],
  ) => Promise<Sent>;
};

/** The sender that a check names. Without its key, the check is not tested. */
export function senderAs(session: Session, { as }: Pick<Check, 'as'>): Sender {
  if (as === undefined) return ownerOf(session);
  return as === 'nobody' ? nobody : otherSenderIn(session, as);
}

export const rejection: Expectation = { kind: 'rejection' };

/** What is expected of each response. Where a check only records, each probe may be rejected. */
export function expectedOf({ expect }: Check): Expectation {
  if ('recorded' in expect) return rejection;
  if ('each' in expect && typeof expect.each !== 'string') return expect.each;
  throw new Error(
    'the responses to this stimulus are judged one by one, and not with a value of the target file',
  );
}

/**
 * The service uses JSON (contract 1), so the response to a valid key with an Accept header without JSON is
 * not shown. An empty value stands for a request without Accept, which accepts everything (RFC 9110 12.5.1)
 * and is what the contract shows.
 */
export const jsonTypes = ['application/json', '*/*', 'text/html, application/json;q=0.9, */*;q=0.8', ''];
const types = [...jsonTypes, 'text/html'];
export const memberBy = (among: readonly string[], value: string) =>
  among[hashOf(value) % among.length] as string;

/** A family whose probes are all sent at every operation. */
export const always = (name: string, everywhere: (of: string) => Probe[]) => family(name, { everywhere });

export const acceptWords = (type: string) => (type === '' ? 'no Accept' : `Accept: ${type}`);

export const byType = (value: string) => ({ words: value, value });
const acceptProbes = (some: readonly string[]) => () =>
  some.map((value) => ({
    words: acceptWords(value),
    value,
    ...(value === types[0] && { plain: true as const }),
  }));
export const acceptHeaders = family('Accept header', {
  everywhere: acceptProbes([...types.slice(0, 1), ...types.slice(-1)]),
  once: acceptProbes(types),
});

/** The sender of a request that accepts JSON in one of several ways: the probes differ in it. */
export const varied = (sender: Sender, value: string): Sender =>
  withAccept(sender, memberBy(jsonTypes, value));

/** A sender with varied Accept headers: the response must not differ. */
export const withVariedAccept = (sender: Sender, value = ''): Sender => ({
  ...sender,
  headers: { accept: memberBy(types, value), ...sender.headers },
});

/**
 * The kinds of request of this operation, by their form of input and tier; none at depth 1, or where it has no
 * input.
 */
export async function kindsAt(
  session: CheckSession,
  { name }: RequestKind,
): Promise<Map<string, (session: CheckSession, sender: Sender) => Promise<Request>>> {
  const requestKind = inputs.find((each) => each.name === name);
  if (isSmokeDepth(session.setup.depth) || requestKind === undefined) return new Map();
  const { operation } = requestKind;
  const kinds = await tryFurther(session, `${name} of each kind`, async () => {
    const bothForms = session.target.text !== undefined && isAccepted(await messagesUse(session));
    const tiers = await knownTiers(session, operation);
    return inputs
      .filter((each) => each.operation === operation && (bothForms || each.form === 'prompt'))
      .flatMap((each) =>
        tiers.map(
          (tier) =>
            [
              `${each.form} for ${tier}`,
              (session: CheckSession, sender: Sender) => each.request(session, sender, tier),
            ] as const,
        ),
      );
  });
  return new Map(kinds);
}
