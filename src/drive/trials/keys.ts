import { type Answer, errorOf, isServed, observed } from '../../judge/answer';
import { isBrief } from '../../judge/draws';
import { type Expectation, failure } from '../../judge/expectation';
import { PART } from '../../judge/mask';
import { draw, type Family, type Probe, probe } from '../../probes/family';
import {
  agreeing,
  carriers,
  changedKeys,
  endingAs,
  keyless,
  ofTheSameForm,
  otherEnd,
  placeholders,
  plainWhiteSpace,
  wrongKeys,
} from '../../probes/keys';
import { record, tryBeyond, tryPlaces } from '../case/recorder';
import { nobody, ownerOf, presenting, retiredOf, type Sender } from '../client/senders';
import { keepProbe, keepSecret } from '../http/secrets';
import { type Asking, credits, operations, operationsOf, placeFor } from '../operations';
import { always, byType, type Common, type UseProbe } from './common';
import { trial } from './trial';

type Gate = 'nobody' | 'no key' | 'another key' | 'retired';

const invalidKey = failure(401, 'invalid_api_key');
const missingKey = failure(401, 'missing_api_key');
const noKey = failure(401, ['missing_api_key', 'invalid_api_key']);

/** The cookies that a response sets, as a client sends them back (RFC 6265 5.4); none, or all of them in one value. */
function cookiesOf({ headers = [] }: Answer): string[] {
  const pairs = headers
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => value.split(';')[0]?.trim() ?? '');
  if (pairs.length === 0) return [];
  for (const pair of pairs) {
    const value = pair.slice(pair.indexOf('=') + 1);
    // A short one is no secret, and masking it would change responses.
    if (value.length >= 2 * PART) keepSecret('a cookie', value);
  }
  return [pairs.join('; ')];
}

/** Of a key: credentials made from it, other places for it, what carries none, and kept connections. */
export function keyTrials({ baseline, given, by, session, somebody, kindsAt }: Common) {
  const { keys, run, target } = session;
  const { API_KEY: key = '', OTHER_API_KEY: second } = keys;
  /** Accounts may have keys of one form, and a wrong key made from one of them must be nobody's. */
  const others = Object.values(keys).filter((each) => each !== key);
  const isNobodys = ({ value }: Probe) => !others.includes(value.trim());
  const strangers = (place: string) =>
    draw(ofTheSameForm, key, { seed: run.seed, depth: 20, place }).filter(isNobodys);
  const other = () => strangers('a connection')[0]?.value ?? '';
  const gates: Record<Gate, () => { sender: Sender; expected: Expectation }> = {
    nobody: () => ({ sender: nobody, expected: missingKey }),
    'no key': () => ({ sender: presenting('the scheme alone', 'Bearer'), expected: noKey }),
    'another key': () => {
      const value = other();
      keepProbe(key, 'of the same form', value);
      return { sender: presenting('of the same form', `Bearer ${value}`), expected: invalidKey };
    },
    retired: () => ({
      sender: retiredOf(session),
      expected: invalidKey,
    }),
  };
  /** The target does not answer further wrong keys. */
  let keysEnded = false;
  /** Whether a wrong key was answered 429 where the right one was not: no more are sent. */
  const ended = () => {
    const limited = record().exchanges.some(({ actor, variable, response }) => {
      return actor !== 'owner' && variable === 'API_KEY' && response?.status === 429;
    });
    keysEnded ||= limited;
    return keysEnded;
  };
  /** One who is to be refused, on one kept connection: from its first request to its sixth, and after the good key. */
  const connection = async (who: Gate, asking: Asking = credits) => {
    const { sender, expected } = gates[who]();
    const connection = `of its own: ${who} at ${asking.place}`;
    const good = { ...ownerOf(session), connection };
    const words = [1, 2, ...(isBrief(run.depth) ? [] : [3, 4, 5, 6])].map(
      (time) => `as request ${time} of a connection`,
    );
    const family = always(`a kept connection, ${who}`, () => [...words, 'after the good key'].map(byType));
    return trial(session, {
      ...placeFor(asking),
      families: [family],
      inTurn: true,
      expected,
      ...(who === 'another key' && { ended }),
      async send({ value }) {
        if (!words.includes(value)) session.facts.asPreparation(await credits.ask(by(good), given));
        return asking.ask(by({ ...sender, connection }), given);
      },
    });
  };
  return {
    /** Credentials made from API_KEY, behind `Bearer `. */
    async keys(asked: readonly Family[], asking: Asking) {
      const whole = asking === credits;
      // The account is a dimension: a server may compare the key of one whole, and of another in part.
      const fromSecond = second && whole ? [otherEnd(second)] : [];
      const ofSecond = fromSecond.flatMap((family) => family.classic?.('') ?? []).map(({ value }) => value);
      const drawn = strangers(`${asking.place} of each kind`);
      const kinds = new Map<string, UseProbe>();
      for (const [index, kind] of (asked === wrongKeys ? await kindsAt(asking) : []).entries())
        for (const { value } of drawn.slice(index, index + 1)) kinds.set(value, kind);
      const ofKinds = [...kinds].map(([value, { words }]) => ({
        words: `of the same form, ${words}`,
        value,
      }));
      const families = [
        ...asked,
        ...(second && asked === wrongKeys ? [endingAs(second), ...fromSecond] : []),
        ...(kinds.size > 0 ? [always('another key for each kind of use', () => ofKinds)] : []),
      ];
      return trial(session, {
        ...placeFor(asking),
        families,
        of: () => key,
        expected: invalidKey,
        ended,
        fits: isNobodys,
        entire: whole ? [changedKeys, ...plainWhiteSpace] : [],
        oneFamilyIn: Math.min(families.length, operations.length),
        agreeing: (of, length) =>
          draw({ name: '', drawn: () => agreeing(of, length) }, of, { seed: 1, depth: 1, place: '' })[0] ??
          byType(''),
        send: ({ words, value }) => {
          // What holds a part of another key is shown by the names of both.
          const ofOne = !second?.endsWith(value.slice(-PART)) && !ofSecond.includes(value);
          if (ofOne && !placeholders.includes(value)) keepProbe(key, words, value.trim());
          const holder = somebody(presenting(words, `Bearer ${value}`), value);
          return kinds.get(value)?.ask(holder) ?? asking.ask(holder, given);
        },
        // Whoever tries many wrong keys may be locked out, and nothing of it is a breach.
        async doubted(answers) {
          const odd = answers.some((answer) => errorOf(answer).code !== 'invalid_api_key');
          if (!(whole || odd) || isServed(await baseline.again('credits'))) return undefined;
          keysEnded = true;
          return { verdict: 'inconclusive', reason: { kind: 'keys ended' } };
        },
      });
    },
    /** API_KEY in other headers, and the cookies that an accepted response set, without the header that the contract names. */
    async carriers(asking: Asking) {
      const cookies = await tryBeyond('the cookies of an accepted response', async () =>
        cookiesOf(session.facts.asPreparation(await baseline.credits())),
      );
      const kept = always('a cookie of an accepted response', () =>
        cookies.map((value) => probe('in the cookie that an accepted response set', value)),
      );
      return trial(session, {
        ...placeFor(asking),
        families: [carriers, ...(cookies.length > 0 ? [kept] : [])],
        expected: missingKey,
        entire: isBrief(run.depth) ? [] : [carriers],
        send: ({ words, value }) => {
          const headers = cookies.includes(value)
            ? { cookie: value }
            : { [value]: { cookie: `api_key=${key}`, 'proxy-authorization': `Bearer ${key}` }[value] ?? key };
          return asking.ask(somebody(presenting(words, null, { headers }), value), given);
        },
        // Whoever rejects headers that are not known says nothing of the key.
        async doubted(answers) {
          if (answers.every((answer) => isServed(answer) || answer.status === 401)) return undefined;
          const beside = by({ ...ownerOf(session), headers: { 'x-api-key': key } });
          const control = session.facts.asPreparation(await credits.ask(beside, given));
          if (isServed(control)) return undefined;
          const what = 'GET /v1/credits with the valid key and x-api-key beside it';
          return { verdict: 'blocked', reason: { kind: 'not served', what, received: observed(control) } };
        },
      });
    },
    /** An Authorization header that carries no key. */
    keyless: (asking: Asking) =>
      trial(session, {
        ...placeFor(asking),
        families: [keyless],
        expected: noKey,
        entire: asking === credits ? [keyless] : [],
        send: ({ words, value }) => asking.ask(somebody(presenting(words, value), asking.place), given),
      }),
    connection,
    /** One who is to be refused at each operation, each on a kept connection of its own; in pull requests at one. */
    async connections(who: Gate) {
      const asked = isBrief(run.depth) ? [credits] : operationsOf(target);
      const answers = await tryPlaces(
        asked.map((asking) => [asking.place, () => connection(who, asking)] as const),
      );
      return answers.flat();
    },
  };
}
