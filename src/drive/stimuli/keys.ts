import { namesWork } from '../../../spec/operations';
import type { Undecided } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { randomKey } from '../../judge/data/probe';
import type { Reason } from '../../judge/data/reason';
import { PART } from '../../judge/masking/mask';
import { type Answer, answerOf, errorOf, isAccepted, observed } from '../../judge/response/answer';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { type Family, type Probe, probe, sample } from '../../probes/family';
import {
  agreeing,
  alternativeHeaders,
  changedKeys,
  endingAs,
  keyless,
  ofTheSameForm,
  placeholders,
  plainWhiteSpace,
  wrongKeys,
} from '../../probes/keys';
import { ask } from '../ask/ask';
import type { Sender } from '../client/request';
import { nobody, otherSenderIn, ownerOf, senderWith } from '../client/senders';
import { currentEvidence, endAsUnsuitable, tryEach, tryFurther, tryOne } from '../evidence/recorder';
import { keepProbe, keepSecret } from '../http/secrets';
import { plainRead } from '../named/models';
import { referenceAgain } from '../named/references';
import { credits, operations, operationsOf, placeFor, type RequestKind } from '../operations';
import { perSession } from '../run/per-session';
import { always, byType, kindsAt, somebody, type UseProbe } from './common';
import { invalidKey, missingKey, noKey } from './expected';
import { type Account, runProbes, type Trial } from './probes';

type Gate = 'nobody' | 'no key' | 'another key' | 'old key';

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

/** Keys: credentials made from a key, other places for it, requests without it, and kept connections. */
export const keyProbes = perSession((session) => {
  const { keys, run, target } = session;
  const { API_KEY: key = '', OTHER_API_KEY: second } = keys;
  /** Accounts may have keys of one form. A wrong key made from one of them must not be another one. */
  const isNobodys = ({ value }: Probe, account: Account = 'API_KEY') =>
    !Object.values(keys).some((each) => each !== keys[account] && each === value.trim());
  const strangers = (place: string) =>
    sample(ofTheSameForm, key, place, { seed: run.seed, depth: 20 }).filter((each) => isNobodys(each));
  /** A wrong key of the same form, which reports show as such. */
  const wrongKeyFor = (place: string) => {
    const [made] = strangers(place);
    if (made === undefined) return endAsUnsuitable('a key from which a wrong one can be made');
    keepProbe(key, randomKey, made.value);
    return made.value;
  };
  const gates: Record<Gate, { name: string; expected: Expectation; sender: () => Sender }> = {
    nobody: { name: 'no Authorization header', expected: missingKey, sender: () => nobody },
    'no key': {
      name: 'a header without a key',
      expected: noKey,
      sender: () => senderWith('the scheme alone', 'Bearer'),
    },
    'another key': {
      name: 'a wrong key',
      expected: invalidKey,
      sender: () => senderWith(randomKey, `Bearer ${wrongKeyFor('a connection')}`),
    },
    'old key': { name: 'an old key', expected: invalidKey, sender: () => otherSenderIn(session, 'old key') },
  };
  /** Probes that are made from API_KEY only. */
  const ofOwner = (probes: Probe[]) => (of: string) => (of === key ? probes : []);
  /**
   * If a key made from the second one were accepted, what names a job or run would only be told that it belongs to
   * somebody else.
   */
  const bySecondAccountAt = ({ operation }: RequestKind): Pick<Trial, 'bySecondAccount'> =>
    namesWork(operation) ? {} : { bySecondAccount: true };
  /** The response that shows that the target takes no more wrong keys. */
  let ended: Extract<Reason, { kind: 'keys ended' }> | undefined;
  /** A wrong key got 429 where the valid key did not: no more are sent. */
  const whyStopped = (): Undecided | undefined => {
    const limited = currentEvidence().exchanges.find(({ actor, variable, response }) => {
      const isProbe =
        variable === 'API_KEY'
          ? actor !== 'owner'
          : variable === 'OTHER_API_KEY' && actor !== 'other account';
      return isProbe && response?.status === 429;
    });
    const answer = limited && answerOf(limited);
    if (answer) ended ??= { kind: 'keys ended', sent: 'a wrong key', received: observed(answer) };
    return ended && { verdict: 'not tested', reason: ended };
  };
  /** A read at which API_KEY is accepted; that of the credits first, since models may be open to everybody. */
  const acceptedRead = async () => {
    for (const id of ['credits', 'models'] as const) {
      const tried = await tryOne(() => plainRead(session, id));
      if ('value' in tried && isAccepted(tried.value)) return id;
    }
    return undefined;
  };
  /**
   * A sender that must be rejected, on one kept connection: its first six requests, and the ones after a
   * valid key.
   */
  const connection = async (who: Gate, requestKind: RequestKind = credits) => {
    const { name, expected, sender: senderOf } = gates[who];
    const sender = senderOf();
    const connection = `of its own: ${who} at ${requestKind.name}`;
    const good = { ...ownerOf(session), connection };
    const words = [1, 2, ...(isSmokeDepth(run.depth) ? [] : [3, 4, 5, 6])].map(
      (time) => `as request ${time} of a connection`,
    );
    const family = always(`on one connection: ${name}`, () => [...words, 'after the valid key'].map(byType));
    return runProbes(session, {
      ...placeFor(requestKind),
      families: [family],
      oneByOne: true,
      expected,
      ...(who === 'another key' && { whyStopped }),
      request: () => requestKind.request(session, { ...sender, connection }),
      async send(request, { value }) {
        if (!words.includes(value))
          session.facts.asPreparation(await ask(session, await credits.request(session, good)));
        return ask(session, request);
      },
    });
  };
  return {
    /** Credentials made from API_KEY, after `Bearer `. */
    async keys(asked: readonly Family[], requestKind: RequestKind) {
      const whole = requestKind === credits;
      const read = await acceptedRead();
      const sampled = strangers(`${requestKind.name} of each kind`);
      const kinds = new Map<string, UseProbe>();
      for (const [index, kind] of (asked === wrongKeys ? await kindsAt(session, requestKind) : []).entries())
        for (const { value } of sampled.slice(index, index + 1)) kinds.set(value, kind);
      const ofKinds = [...kinds].map(([value, { words }]) => ({
        words: `${randomKey}, ${words}`,
        value,
      }));
      const families = [
        ...asked,
        ...(second && asked === wrongKeys ? [endingAs(second)] : []),
        ...(kinds.size > 0 ? [always('another key for each kind of AI request', ofOwner(ofKinds))] : []),
      ];
      // Every operation gets a wrong key, also where the classic one is the key of another account.
      const instead = changedKeys.classic?.(key).some((each) => isNobodys(each)) ? [] : [ofTheSameForm];
      return runProbes(session, {
        ...placeFor(requestKind),
        families,
        of: (account) => keys[account] ?? '',
        ...bySecondAccountAt(requestKind),
        expected: invalidKey,
        whyStopped,
        fits: (each, account) =>
          isNobodys(each, account) && (account === 'API_KEY' || !placeholders.includes(each.value)),
        entire: [...(whole ? [changedKeys, ...plainWhiteSpace] : []), ...instead],
        oneFamilyIn: Math.min(families.length, operations.length),
        sameStart: agreeing,
        request: ({ words, value }, account) => {
          // A credential with a part of another key is shown with the names of both.
          const ofOne = account !== 'API_KEY' || !second?.endsWith(value.slice(-PART));
          if (ofOne && !placeholders.includes(value))
            keepProbe(keys[account] ?? '', words, value.trim(), account);
          const holder = somebody(senderWith(words, `Bearer ${value}`, { variable: account }), value);
          return kinds.get(value)?.request(holder) ?? requestKind.request(session, holder);
        },
        // A target may lock out a client after many wrong keys, which is no violation.
        async whyUndecided(answers) {
          const odd = answers.some((answer) => errorOf(answer).code !== 'invalid_api_key');
          if (read === undefined || !(whole || odd)) return undefined;
          const again = await referenceAgain(session, read);
          if (isAccepted(again)) return undefined;
          ended = { kind: 'keys ended', sent: 'the valid key', received: observed(again) };
          return { verdict: 'inconclusive', reason: ended };
        },
      });
    },
    /**
     * A key in other headers, and what an accepted response gave to send back, without the Authorization
     * header. Logs may show such headers, so API_KEY itself is sent there from depth 3 on only. Before, a wrong
     * key is: a service that reads the header accepts it, or calls it invalid.
     * @param own the accepted request of this operation
     */
    async carriers(requestKind: RequestKind, own: () => Promise<Answer>) {
      const carried = await tryFurther('what an accepted response gave to send back', async () => {
        const answers = [
          await plainRead(session, 'models'),
          await plainRead(session, 'credits'),
          await own(),
        ];
        return answers.flatMap((answer) => sessionHeadersOf(session.facts.asPreparation(answer)));
      });
      const isWrong = (account: Account) => account === 'API_KEY' && isSmokeDepth(run.depth);
      const keyOf = (account: Account) =>
        isWrong(account) ? wrongKeyFor('another header') : (keys[account] ?? '');
      const sessions = new Map(carried.map((headers) => [JSON.stringify(headers), headers]));
      const kept = always(
        'a session of an accepted response',
        ofOwner(
          [...sessions].map(([value, headers]) =>
            probe(`in ${Object.keys(headers)[0]}, as an accepted response set it`, value),
          ),
        ),
      );
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [alternativeHeaders, ...(sessions.size > 0 ? [kept] : [])],
        of: (account) => keys[account] ?? '',
        expected: missingKey,
        ...bySecondAccountAt(requestKind),
        entire: isSmokeDepth(run.depth) ? [] : [alternativeHeaders],
        request: ({ words, value }, account) => {
          const begun = sessions.get(value);
          const sent = keyOf(account);
          const headers = begun ?? {
            [value]: { cookie: `api_key=${sent}`, 'proxy-authorization': `Bearer ${sent}` }[value] ?? sent,
          };
          const how = begun === undefined && isWrong(account) ? `${randomKey} ${words}` : words;
          const holder = senderWith(how, null, { headers, variable: account });
          return requestKind.request(session, somebody(holder, value));
        },
        // A target that rejects unknown headers says nothing about the key.
        async whyUndecided(answers) {
          if (answers.every((answer) => isAccepted(answer) || answer.status === 401)) return undefined;
          const beside = { ...ownerOf(session), headers: { 'x-api-key': keyOf('API_KEY') } };
          const request = await credits.request(session, beside);
          const control = session.facts.asPreparation(await ask(session, request));
          if (isAccepted(control)) return undefined;
          const what = 'GET /v1/credits with the valid key and x-api-key beside it';
          return { verdict: 'blocked', reason: { kind: 'not accepted', what, received: observed(control) } };
        },
      });
    },
    /** An Authorization header without a key. */
    keyless: (requestKind: RequestKind) =>
      runProbes(session, {
        ...placeFor(requestKind),
        families: [keyless],
        expected: noKey,
        entire: requestKind === credits ? [keyless] : [],
        request: ({ words, value }) =>
          requestKind.request(session, somebody(senderWith(words, value), requestKind.name)),
      }),
    connection,
    /**
     * A sender that must be rejected at each operation, each time on its own kept connection; at depth 1, at
     * one operation.
     */
    async connections(who: Gate) {
      const asked = isSmokeDepth(run.depth) ? [credits] : operationsOf(target);
      const answers = await tryEach(
        asked.map((requestKind) => [requestKind.name, () => connection(who, requestKind)] as const),
      );
      return answers.flat();
    },
  };
});
