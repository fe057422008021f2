import type { KeyVariable } from '../../spec/accounts';
import { isWork } from '../../spec/works';
import { endAsUnsuitable } from '../client/evidence/recorder';
import type { Sender } from '../client/request';
import { isOwner, nobody, otherSenderIn, ownerOf, senderWith } from '../client/senders';
import { uniqueBy } from '../judge/data/grouped';
import { randomKey } from '../judge/data/probe';
import { PART } from '../judge/masking/mask';
import type { Answer } from '../judge/response/answer';
import { isSmokeDepth } from '../judge/verdict/depth';
import type { Family, Probe } from '../probes/family';
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
import { credits } from '../settings/operations';
import { keepProbe, keepSecret } from '../wire/secrets';
import { type Basis, readRequest, requestOf } from '../world/requests';
import {
  listed,
  otherFormsAt,
  type Planned,
  planned,
  plannedOf,
  type ResolvedCheck,
  repeated,
  withVariedAccept,
} from './plan';
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
function sessionHeadersOf({ exchange }: Answer): Record<string, string>[] {
  const cookies: string[] = [];
  const sessions: Record<string, string>[] = [];
  for (const [name, text] of exchange.response?.headers ?? []) {
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
function isNobodys({ keys }: Basis, { value }: Probe, own: string): boolean {
  const key = value.trim();
  if (key === own) return true;
  const isNeighbours = /\d$/.test(own) && withoutDigits(key) === withoutDigits(own);
  return !isNeighbours && !Object.values(keys).includes(key);
}

const keyOf = ({ keys }: Basis, { variable }: Sender) => (variable && keys[variable]) ?? '';

/** A wrong key of the same form, which reports show as such. */
function wrongKeyFor(basis: Basis): string {
  const { API_KEY: key = '' } = basis.keys;
  const made = ofTheSameForm(key);
  if (!isNobodys(basis, made, key)) return endAsUnsuitable('a key from which a wrong one can be made');
  keepProbe(key, randomKey, made.value);
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

/** Credentials made from a key. If one made from the second were accepted, what names a job or run would only be told that it belongs to somebody else. */
export function madeOfKeys(basis: Basis, check: ResolvedCheck, name: Stimuli['keys']): Planned {
  const { OTHER_API_KEY: second } = basis.keys;
  const { requestKind } = check;
  const senderOf = ({ words, value }: Probe, variable: KeyVariable = 'API_KEY'): Sender => {
    // A credential with a part of another key is shown with the names of both.
    const ofOne = variable !== 'API_KEY' || !second?.endsWith(value.slice(-PART));
    if (ofOne && !placeholders.includes(value))
      keepProbe(basis.keys[variable] ?? '', words, value.trim(), variable);
    return withVariedAccept(senderWith(words, `Bearer ${value}`, { variable }), value);
  };
  const made = plannedOf(
    basis,
    check,
    {
      families: [...keyFamilies[name], ...(second && name === 'wrong' ? [endingAs(second)] : [])],
      isMain: requestKind === credits,
      of: (sender) => keyOf(basis, sender),
      bySecond: !isWork(requestKind.operation),
      fits: (each, sender, key) =>
        isNobodys(basis, each, key) && (isOwner(sender) || !placeholders.includes(each.value)),
      doubt: 'wrong keys',
    },
    (each, sender) => requestOf(basis, requestKind, senderOf(each, sender.variable ?? undefined)),
  );
  const ofForms = listed(
    'another key with another form of input',
    (name === 'wrong' ? otherFormsAt(basis, requestKind) : []).map((kind) => [
      `${randomKey}, ${kind.form}`,
      () => requestOf(basis, kind, senderOf({ words: randomKey, value: wrongKeyFor(basis) })),
    ]),
  );
  return { ...made, probes: [...made.probes, ...ofForms] };
}

/**
 * The key in a header that the contract does not name, and what accepted responses gave to send back. Logs may show such
 * headers, so API_KEY itself is sent there with DEPTH=3 only. Before, a wrong key is: a service that reads the header
 * accepts it, or calls it invalid.
 */
export function keyElsewhere(basis: Basis, check: ResolvedCheck): Planned {
  const { requestKind } = check;
  const { references } = basis.world;
  const requestWithHeaders = (how: string, headers: Record<string, string>, variable: Sender['variable']) =>
    requestOf(basis, requestKind, withVariedAccept(senderWith(how, null, { headers, variable }), how));
  const made = plannedOf(
    basis,
    check,
    {
      families: [alternativeHeaders],
      isMain: requestKind === credits,
      of: (sender) => keyOf(basis, sender),
      bySecond: !isWork(requestKind.operation),
      doubt: 'unknown headers',
    },
    ({ words, value }, sender) => {
      const sent = keyForOtherHeaders(basis, sender);
      const how = sent === keyOf(basis, sender) ? words : `${randomKey} ${words}`;
      const carried = { cookie: `api_key=${sent}`, 'proxy-authorization': `Bearer ${sent}` }[value] ?? sent;
      return requestWithHeaders(how, { [value]: carried }, sender.variable);
    },
  );
  const carried = [references.models, references.credits, references[requestKind.id]].flatMap((slot) =>
    slot?.is ? sessionHeadersOf(slot.is) : [],
  );
  const sessions = listed(
    'a session of an accepted response',
    uniqueBy(carried, (headers) => JSON.stringify(headers)).map((headers) => {
      const words = `in ${Object.keys(headers)[0]}, as an accepted response set it`;
      return [words, () => requestWithHeaders(words, headers, 'API_KEY')];
    }),
  );
  return { ...made, probes: [...made.probes, ...sessions] };
}

/** The key that is sent in other headers. */
export const keyForOtherHeaders = (basis: Basis, sender: Sender): string =>
  isOwner(sender) && isSmokeDepth(basis.setup.depth) ? wrongKeyFor(basis) : keyOf(basis, sender);

/** An Authorization header that carries no key. */
export const withoutKey = (basis: Basis, check: ResolvedCheck): Planned =>
  plannedOf(basis, check, { families: [keyless] }, ({ words, value }) =>
    requestOf(basis, check.requestKind, withVariedAccept(senderWith(words, value), check.requestKind.name)),
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
  const request = () => requestOf(basis, requestKind, sender);
  const times = Array.from({ length: isSmokeDepth(basis.setup.depth) ? 2 : 6 }, (_, index) => index + 1);
  const probes = repeated(check, `on one connection: ${name}`, [
    ...times.map((time) => [`as request ${time} of a connection`, request] as const),
    ['after the valid key', request, () => readRequest({ ...ownerOf(basis), connection }, 'credits')],
  ]);
  return planned(check, probes, {
    oneByOne: true,
    ...(who === 'another key' && { doubt: 'wrong keys' }),
  });
}
