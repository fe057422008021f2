import { namesWork } from '../../spec/operations';
import type { Sender } from '../drive/client/request';
import { isOwner, nobody, otherSenderIn, ownerOf, senderWith } from '../drive/client/senders';
import { type CheckSession, endAsUnsuitable } from '../drive/evidence/recorder';
import { keepProbe, keepSecret } from '../drive/http/secrets';
import { credits, placeFor } from '../drive/operations';
import type { Unjudged } from '../judge/data/evidence';
import { randomKey } from '../judge/data/probe';
import { PART } from '../judge/masking/mask';
import { type Answer, answerOf, errorOf, isAccepted, observed } from '../judge/response/answer';
import { isSmokeDepth } from '../judge/verdict/depth';
import { type Family, type Probe, probe } from '../probes/family';
import {
  alternativeHeaders,
  endingAs,
  incompleteKeys,
  keyless,
  keysAfterSpace,
  keysBeforeSpace,
  keysInAnotherCase,
  ofTheSameForm,
  placeholders,
  wrongKeys,
} from '../probes/keys';
import { askNow } from '../send/ask';
import type { Planned } from '../send/send-probes';
import { type Basis, readRequest, requestOf } from '../world/requests';
import { always, byType, expectedOf, kindsAt, plannedAt, type ResolvedCheck, withVariedAccept } from './plan';
import type { Stimuli } from './stimulus';

const keyFamilies: Record<Stimuli['keys'], readonly Family[]> = {
  wrong: wrongKeys,
  incomplete: incompleteKeys,
  'after space': keysAfterSpace,
  'before kept space': keysBeforeSpace,
  'in another case': keysInAnotherCase,
};

/** Whether the name of a response header suggests that it starts a session. A number is a counter. */
const beginsSession = ([name, value]: readonly [string, string]) =>
  /session|token/i.test(name) && !/^[\d.]*$/.test(value);

/**
 * What a response asks a client to send back: its cookies in one header (RFC 6265 5.4), and each header whose
 * name suggests a session.
 */
function sessionHeadersOf({ headers = [] }: Answer): Record<string, string>[] {
  const cookies: string[] = [];
  const sessions: Record<string, string>[] = [];
  for (const [name, text] of headers) {
    const isCookie = name.toLowerCase() === 'set-cookie';
    if (!isCookie && !beginsSession([name, text])) continue;
    const pair = isCookie ? (text.split(';')[0]?.trim() ?? '') : text;
    const secret = isCookie ? pair.slice(pair.indexOf('=') + 1) : text;
    // A short value is no secret, and masking it would change responses.
    if (secret.length >= 2 * PART) keepSecret(isCookie ? 'a cookie' : `the header ${name}`, secret);
    if (isCookie) cookies.push(pair);
    else sessions.push({ [name]: text });
  }
  return [...(cookies.length > 0 ? [{ cookie: cookies.join('; ') }] : []), ...sessions];
}

const withoutDigits = (text: string) => text.replace(/\d/g, '');

/** Whether this wrong key is that of no account of the run, and of no neighbour where keys end in a number. */
function isNobodys({ keys }: Basis, { value }: Probe, own = keys.API_KEY ?? ''): boolean {
  const key = value.trim();
  if (key === own) return true;
  const isNeighbours = /\d$/.test(own) && withoutDigits(key) === withoutDigits(own);
  return !isNeighbours && !Object.values(keys).includes(key);
}

const keyOf = ({ keys }: Basis, { variable }: Sender) => (variable && keys[variable]) ?? '';

/** Wrong keys of the form of API_KEY. */
const strangers = (basis: Basis): Probe[] =>
  ofTheSameForm(basis.keys.API_KEY ?? '').filter((each) => isNobodys(basis, each));

/** A wrong key of the same form, which reports show as such. */
function wrongKeyFor(basis: Basis): string {
  const [made] = strangers(basis);
  if (made === undefined) return endAsUnsuitable('a key from which a wrong one can be made');
  keepProbe(basis.keys.API_KEY ?? '', randomKey, made.value);
  return made.value;
}

const gates: Record<Stimuli['onConnection'], { name: string; sender: (basis: Basis) => Sender }> = {
  nobody: { name: 'no Authorization header', sender: () => nobody },
  'no key': { name: 'a header without a key', sender: () => senderWith('the scheme alone', 'Bearer') },
  'another key': {
    name: 'a wrong key',
    sender: (basis) => senderWith(randomKey, `Bearer ${wrongKeyFor(basis)}`),
  },
  'old key': { name: 'an old key', sender: (basis) => otherSenderIn(basis, 'old key') },
};

/** A wrong key got 429 where the valid key did not: no more are sent. */
function whyStopped({ facts, evidence }: CheckSession): Unjudged | undefined {
  if (facts.limitsOwner) return undefined;
  const limited = evidence.exchanges.find(({ actor, variable, response }) => {
    const isProbe =
      variable === 'API_KEY' ? actor !== 'owner' : variable === 'OTHER_API_KEY' && actor !== 'other account';
    return isProbe && response?.status === 429;
  });
  const answer = limited && answerOf(limited);
  if (answer) facts.keysEnded ??= { kind: 'keys ended', sent: 'a wrong key', received: observed(answer) };
  return facts.keysEnded && { verdict: 'not tested', reason: facts.keysEnded };
}

/** A target may lock out a client after many wrong keys, which is no violation: the valid key is sent again. */
const isLockedOut =
  (isMain: boolean): NonNullable<Planned['whyUnjudged']> =>
  async (session, answers) => {
    const { references } = session.world;
    const read = (['credits', 'models'] as const).find((id) => references[id]?.is);
    const odd = answers.some((answer) => errorOf(answer).code !== 'invalid_api_key');
    if (read === undefined || !(isMain || odd)) return undefined;
    const repeated = session.facts.asPreparation(await askNow(session, readRequest(ownerOf(session), read)));
    if (isAccepted(repeated)) return undefined;
    const reason = { kind: 'keys ended', sent: 'the valid key', received: observed(repeated) } as const;
    session.facts.keysEnded = reason;
    return { verdict: 'inconclusive', reason };
  };

/** Credentials made from a key. If one made from the second were accepted, what names a job or run would only be told that it belongs to somebody else. */
export function madeOfKeys(basis: Basis, check: ResolvedCheck, name: Stimuli['keys']): Planned {
  const { OTHER_API_KEY: second } = basis.keys;
  const { requestKind } = check;
  const [, ...others] = strangers(basis);
  const kinds = name === 'wrong' ? kindsAt(basis, requestKind) : new Map<string, never>();
  const ofKinds = [...kinds.keys()].flatMap((kind, index) => {
    const value = others[index]?.value;
    return value === undefined ? [] : { words: `${randomKey}, ${kind}`, value, kind };
  });
  const families = [
    ...keyFamilies[name],
    ...(second && name === 'wrong' ? [endingAs(second)] : []),
    ...(ofKinds.length > 0
      ? [
          always('another key for each kind of AI request', (of) =>
            of === basis.keys.API_KEY ? ofKinds : [],
          ),
        ]
      : []),
  ];
  return plannedAt(
    basis,
    {
      ...placeFor(requestKind),
      families,
      fits: (each, account) =>
        isNobodys(basis, each, account.of) && (isOwner(account) || !placeholders.includes(each.value)),
    },
    {
      expected: expectedOf(check),
      bySecondAccount: !namesWork(requestKind.operation),
      of: (sender) => keyOf(basis, sender),
      whyStopped,
      whyUnjudged: isLockedOut(requestKind === credits),
      ofKeys: true,
      request({ words, value }, { variable }) {
        const account = variable ?? 'API_KEY';
        // A credential with a part of another key is shown with the names of both.
        const ofOne = account !== 'API_KEY' || !second?.endsWith(value.slice(-PART));
        if (ofOne && !placeholders.includes(value))
          keepProbe(basis.keys[account] ?? '', words, value.trim(), account);
        const holder = withVariedAccept(senderWith(words, `Bearer ${value}`, { variable: account }), value);
        const kind = ofKinds.find((each) => each.value === value)?.kind ?? '';
        return kinds.get(kind)?.(holder) ?? requestOf(basis, requestKind, holder);
      },
    },
  );
}

/**
 * The key in a header that the contract does not name, and what accepted responses gave to send back. Logs may show such
 * headers, so API_KEY itself is sent there from depth 3 on only. Before, a wrong key is: a service that reads the header
 * accepts it, or calls it invalid.
 */
export function keyElsewhere(basis: Basis, check: ResolvedCheck): Planned {
  const { requestKind } = check;
  const { references } = basis.world;
  const isWrong = (sender: Sender) => isOwner(sender) && isSmokeDepth(basis.setup.depth);
  const sentBy = (sender: Sender) => (isWrong(sender) ? wrongKeyFor(basis) : keyOf(basis, sender));
  const carried = [references.models, references.credits, references[requestKind.id]].flatMap((slot) =>
    slot?.is ? sessionHeadersOf(slot.is) : [],
  );
  const sessions = new Map(carried.map((headers) => [JSON.stringify(headers), headers]));
  const begun = [...sessions].map(([value, headers]) =>
    probe(`in ${Object.keys(headers)[0]}, as an accepted response set it`, value),
  );
  const kept = always('a session of an accepted response', (of) => (of === basis.keys.API_KEY ? begun : []));
  const families = [alternativeHeaders, ...(sessions.size > 0 ? [kept] : [])];
  return plannedAt(
    basis,
    { ...placeFor(requestKind), families },
    {
      expected: expectedOf(check),
      bySecondAccount: !namesWork(requestKind.operation),
      of: (sender) => keyOf(basis, sender),
      request({ words, value }, sender) {
        const begun = sessions.get(value);
        const sent = begun ? '' : sentBy(sender);
        const headers = begun ?? {
          [value]: { cookie: `api_key=${sent}`, 'proxy-authorization': `Bearer ${sent}` }[value] ?? sent,
        };
        const how = begun === undefined && isWrong(sender) ? `${randomKey} ${words}` : words;
        const holder = senderWith(how, null, { headers, variable: sender.variable });
        return requestOf(basis, requestKind, withVariedAccept(holder, value));
      },
      // A target that rejects unknown headers says nothing about the key.
      async whyUnjudged(session, answers) {
        if (answers.every((answer) => isAccepted(answer) || answer.status === 401)) return undefined;
        const owner = ownerOf(session);
        const beside = { ...owner, headers: { 'x-api-key': sentBy(owner) } };
        const control = session.facts.asPreparation(await askNow(session, readRequest(beside, 'credits')));
        if (isAccepted(control)) return undefined;
        const what = 'GET /v1/credits with the valid key and x-api-key beside it';
        return { verdict: 'blocked', reason: { kind: 'not accepted', what, received: observed(control) } };
      },
    },
  );
}

/** An Authorization header that carries no key. */
export const withoutKey = (basis: Basis, check: ResolvedCheck): Planned =>
  plannedAt(
    basis,
    { ...placeFor(check.requestKind), families: [keyless] },
    {
      expected: expectedOf(check),
      request: ({ words, value }) =>
        requestOf(
          basis,
          check.requestKind,
          withVariedAccept(senderWith(words, value), check.requestKind.name),
        ),
    },
  );

/** The sender of this Authorization header, in which `{key}` stands for API_KEY. */
export function senderOfHeader({ keys }: Basis, { header, how }: Stimuli['header']): Sender {
  const { API_KEY: key = '' } = keys;
  const authorization = header.replaceAll('{key}', () => key);
  keepProbe(key, how, authorization.replace(/^bearer\s*/i, '').trim());
  return senderWith(how, authorization);
}

/** A sender that must be rejected, on one kept connection: its first requests, and one after a valid key. */
export function onConnection(basis: Basis, check: ResolvedCheck, who: Stimuli['onConnection']): Planned {
  const { name, sender: senderOf } = gates[who];
  const { requestKind } = check;
  const connection = `of its own: ${who} at ${requestKind.name}`;
  const sender = { ...senderOf(basis), connection };
  const words = [1, 2, ...(isSmokeDepth(basis.setup.depth) ? [] : [3, 4, 5, 6])].map(
    (time) => `as request ${time} of a connection`,
  );
  const family = always(`on one connection: ${name}`, () => [...words, 'after the valid key'].map(byType));
  return plannedAt(
    basis,
    { ...placeFor(requestKind), families: [family] },
    {
      oneByOne: true,
      expected: expectedOf(check),
      ...(who === 'another key' && { whyStopped }),
      before: ({ probe: { value } }) =>
        words.includes(value) ? undefined : readRequest({ ...ownerOf(basis), connection }, 'credits'),
      request: () => requestOf(basis, requestKind, sender),
    },
  );
}
