import { namesWork } from '../../../spec/operations';
import type { Unjudged } from '../../judge/data/evidence';
import { randomKey } from '../../judge/data/probe';
import type { Reason } from '../../judge/data/reason';
import { PART } from '../../judge/masking/mask';
import { type Answer, answerOf, errorOf, isAccepted, observed } from '../../judge/response/answer';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { type Family, type Probe, probe } from '../../probes/family';
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
} from '../../probes/keys';
import type { ProbesAt } from '../../probes/plan';
import { ask } from '../ask/ask';
import type { Sender } from '../client/request';
import { isOwner, nobody, otherSenderIn, ownerOf, senderWith } from '../client/senders';
import { type CheckSession, endAsUnsuitable, tryEach, tryFurther, tryOne } from '../evidence/recorder';
import { keepProbe, keepSecret } from '../http/secrets';
import { plainRead } from '../named/models';
import { referenceAgain } from '../named/references';
import { credits, operationsOf, placeFor, type RequestKind } from '../operations';
import { runProbes } from '../probes/run-probes';
import { perSession } from '../run/per-session';
import type { Session } from '../run/session';
import {
  always,
  byType,
  expectedOf,
  kindsAt,
  type ResolvedCheck,
  type StimulusFunctions,
  withVariedAccept,
} from './common';
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
function isNobodys({ keys }: Session, { value }: Probe, own = keys.API_KEY ?? ''): boolean {
  const key = value.trim();
  if (key === own) return true;
  const isNeighbours = /\d$/.test(own) && withoutDigits(key) === withoutDigits(own);
  return !isNeighbours && !Object.values(keys).includes(key);
}

const keyOf = ({ keys }: Session, { variable }: Sender) => (variable && keys[variable]) ?? '';

/** Wrong keys of the form of API_KEY. */
const strangers = (session: Session): Probe[] =>
  ofTheSameForm(session.keys.API_KEY ?? '').filter((each) => isNobodys(session, each));

/** A wrong key of the same form, which reports show as such. */
function wrongKeyFor(session: Session): string {
  const [made] = strangers(session);
  if (made === undefined) return endAsUnsuitable('a key from which a wrong one can be made');
  keepProbe(session.keys.API_KEY ?? '', randomKey, made.value);
  return made.value;
}

const gates: Record<Stimuli['onConnection'], { name: string; sender: (session: Session) => Sender }> = {
  nobody: { name: 'no Authorization header', sender: () => nobody },
  'no key': { name: 'a header without a key', sender: () => senderWith('the scheme alone', 'Bearer') },
  'another key': {
    name: 'a wrong key',
    sender: (session) => senderWith(randomKey, `Bearer ${wrongKeyFor(session)}`),
  },
  'old key': { name: 'an old key', sender: (session) => otherSenderIn(session, 'old key') },
};

/** Probes of API_KEY alone. */
const ofOwner =
  ({ keys }: Session, probes: Probe[]) =>
  (of: string) =>
    of === keys.API_KEY ? probes : [];

/**
 * How probes are sent at this operation. If a key made from the second one were accepted, what names a job or run would only be
 * told that it belongs to somebody else.
 */
const sendingAt = (check: ResolvedCheck) => ({
  expected: expectedOf(check),
  bySecondAccount: !namesWork(check.requestKind.operation),
});

/** The response that shows that the target takes no more wrong keys. */
const endOfKeys = perSession((): { reason?: Extract<Reason, { kind: 'keys ended' }> } => ({}));

/** A wrong key got 429 where the valid key did not: no more are sent. */
function whyStopped(session: CheckSession): Unjudged | undefined {
  if (session.facts.limitsOwner) return undefined;
  const limited = session.evidence.exchanges.find(({ actor, variable, response }) => {
    const isProbe =
      variable === 'API_KEY' ? actor !== 'owner' : variable === 'OTHER_API_KEY' && actor !== 'other account';
    return isProbe && response?.status === 429;
  });
  const answer = limited && answerOf(limited);
  const ended = endOfKeys(session);
  if (answer) ended.reason ??= { kind: 'keys ended', sent: 'a wrong key', received: observed(answer) };
  return ended.reason && { verdict: 'not tested', reason: ended.reason };
}

/** A read at which API_KEY is accepted; that of the credits first, since models may be open to everybody. */
async function acceptedRead(session: CheckSession) {
  for (const id of ['credits', 'models'] as const) {
    const tried = await tryOne(() => plainRead(session, id));
    if ('value' in tried && isAccepted(tried.value)) return id;
  }
  return undefined;
}

/**
 * A sender that must be rejected, on one kept connection: its first six requests, and the ones after a
 * valid key.
 */
function connection(session: CheckSession, who: Stimuli['onConnection'], check: ResolvedCheck) {
  const { name, sender: senderOf } = gates[who];
  const { requestKind } = check;
  const sender = senderOf(session);
  const connection = `of its own: ${who} at ${requestKind.name}`;
  const words = [1, 2, ...(isSmokeDepth(session.setup.depth) ? [] : [3, 4, 5, 6])].map(
    (time) => `as request ${time} of a connection`,
  );
  const family = always(`on one connection: ${name}`, () => [...words, 'after the valid key'].map(byType));
  return runProbes(
    session,
    { ...placeFor(requestKind), families: [family] },
    {
      oneByOne: true,
      expected: expectedOf(check),
      ...(who === 'another key' && { whyStopped }),
      request: (session) => requestKind.request(session, { ...sender, connection }),
      async send(session, request, { value }) {
        const good = { ...ownerOf(session), connection };
        if (!words.includes(value))
          session.facts.asPreparation(await ask(session, await credits.request(session, good)));
        return ask(session, request);
      },
    },
  );
}

/** What accepted responses gave to send back. */
const carriedFrom = (session: CheckSession, requestKind: RequestKind) =>
  tryFurther(session, 'what an accepted response gave to send back', async () => {
    const answers = [
      await plainRead(session, 'models'),
      await plainRead(session, 'credits'),
      await requestKind.reference(session),
    ];
    return answers.flatMap((answer) => sessionHeadersOf(session.facts.asPreparation(answer)));
  });

/** Keys: credentials made from a key, other places for it, requests without it, and kept connections. */
export const keyStimuli = {
  async keys(session, check, name) {
    const { OTHER_API_KEY: second } = session.keys;
    const { requestKind } = check;
    const isMain = requestKind === credits;
    const read = await acceptedRead(session);
    const [, ...others] = strangers(session);
    const kinds = name === 'wrong' ? await kindsAt(session, requestKind) : new Map<string, never>();
    const ofKinds = [...kinds.keys()].flatMap((kind, index) => {
      const value = others[index]?.value;
      return value === undefined ? [] : { words: `${randomKey}, ${kind}`, value, kind };
    });
    const families = [
      ...keyFamilies[name],
      ...(second && name === 'wrong' ? [endingAs(second)] : []),
      ...(ofKinds.length > 0
        ? [always('another key for each kind of AI request', ofOwner(session, ofKinds))]
        : []),
    ];
    const probes: ProbesAt = {
      ...placeFor(requestKind),
      families,
      fits: (each, account) =>
        isNobodys(session, each, account.of) && (isOwner(account) || !placeholders.includes(each.value)),
    };
    return runProbes(session, probes, {
      ...sendingAt(check),
      of: keyOf,
      whyStopped,
      ofKeys: true,
      request(session, { words, value }, { variable }) {
        const account = variable ?? 'API_KEY';
        // A credential with a part of another key is shown with the names of both.
        const ofOne = account !== 'API_KEY' || !second?.endsWith(value.slice(-PART));
        if (ofOne && !placeholders.includes(value))
          keepProbe(session.keys[account] ?? '', words, value.trim(), account);
        const holder = withVariedAccept(senderWith(words, `Bearer ${value}`, { variable: account }), value);
        const kind = ofKinds.find((each) => each.value === value)?.kind ?? '';
        return kinds.get(kind)?.(session, holder) ?? requestKind.request(session, holder);
      },
      // A target may lock out a client after many wrong keys, which is no violation.
      async whyUnjudged(session, answers) {
        const odd = answers.some((answer) => errorOf(answer).code !== 'invalid_api_key');
        if (read === undefined || !(isMain || odd)) return undefined;
        const repeated = await referenceAgain(session, read);
        if (isAccepted(repeated)) return undefined;
        const reason = { kind: 'keys ended', sent: 'the valid key', received: observed(repeated) } as const;
        endOfKeys(session).reason = reason;
        return { verdict: 'inconclusive', reason };
      },
    });
  },
  /**
   * Logs may show such headers, so API_KEY itself is sent there from depth 3 on only. Before, a wrong
   * key is: a service that reads the header accepts it, or calls it invalid.
   */
  async keyElsewhere(session, check) {
    const { requestKind } = check;
    const { depth } = session.setup;
    const carried = await carriedFrom(session, requestKind);
    const isWrong = (sender: Sender) => isOwner(sender) && isSmokeDepth(depth);
    const sentBy = (sender: Sender) => (isWrong(sender) ? wrongKeyFor(session) : keyOf(session, sender));
    const sessions = new Map(carried.map((headers) => [JSON.stringify(headers), headers]));
    const begun = [...sessions].map(([value, headers]) =>
      probe(`in ${Object.keys(headers)[0]}, as an accepted response set it`, value),
    );
    const kept = always('a session of an accepted response', ofOwner(session, begun));
    const families = [alternativeHeaders, ...(sessions.size > 0 ? [kept] : [])];
    return runProbes(
      session,
      { ...placeFor(requestKind), families },
      {
        ...sendingAt(check),
        of: keyOf,
        request(session, { words, value }, sender) {
          const begun = sessions.get(value);
          const sent = sentBy(sender);
          const headers = begun ?? {
            [value]: { cookie: `api_key=${sent}`, 'proxy-authorization': `Bearer ${sent}` }[value] ?? sent,
          };
          const how = begun === undefined && isWrong(sender) ? `${randomKey} ${words}` : words;
          const holder = senderWith(how, null, { headers, variable: sender.variable });
          return requestKind.request(session, withVariedAccept(holder, value));
        },
        // A target that rejects unknown headers says nothing about the key.
        async whyUnjudged(session, answers) {
          if (answers.every((answer) => isAccepted(answer) || answer.status === 401)) return undefined;
          const owner = ownerOf(session);
          const beside = { ...owner, headers: { 'x-api-key': sentBy(owner) } };
          const request = await credits.request(session, beside);
          const control = session.facts.asPreparation(await ask(session, request));
          if (isAccepted(control)) return undefined;
          const what = 'GET /v1/credits with the valid key and x-api-key beside it';
          return { verdict: 'blocked', reason: { kind: 'not accepted', what, received: observed(control) } };
        },
      },
    );
  },
  withoutKey(session, check) {
    const { requestKind } = check;
    return runProbes(
      session,
      { ...placeFor(requestKind), families: [keyless] },
      {
        expected: expectedOf(check),
        request: (session, { words, value }) =>
          requestKind.request(session, withVariedAccept(senderWith(words, value), requestKind.name)),
      },
    );
  },
  async header(session, { requestKind }, { header, how }) {
    const { API_KEY: key = '' } = session.keys;
    const authorization = header.replaceAll('{key}', () => key);
    keepProbe(key, how, authorization.replace(/^bearer\s*/i, '').trim());
    return ask(session, await requestKind.request(session, senderWith(how, authorization)));
  },
  /** Without an operation at each one, on a kept connection of its own; at depth 1, at that of the credits alone. */
  async onConnection(session, check, who) {
    if (check.at !== undefined) return connection(session, who, check);
    const places = isSmokeDepth(session.setup.depth) ? [credits] : operationsOf(session.target);
    const answers = await tryEach(
      session,
      places.map(
        (requestKind) =>
          [requestKind.name, () => connection(session, who, { ...check, requestKind })] as const,
      ),
    );
    return answers.flat();
  },
} satisfies Partial<StimulusFunctions>;
