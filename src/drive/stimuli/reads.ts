import type { Expectation } from '../../judge/data/expectation';
import { failsWith } from '../../judge/response/answer';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { family } from '../../probes/family';
import { freshId } from '../../probes/ids';
import { ask } from '../ask/ask';
import { withAccept } from '../client/request';
import { ownerOf } from '../client/senders';
import { whileKept } from '../named/look-ups';
import { notAccepted, plainRead } from '../named/models';
import { firstLookUp } from '../named/work';
import { credits, operationsOf, placeFor } from '../operations';
import { runProbes } from '../probes/run-probes';
import { creditsAt, nextPage, pointed } from '../target-file/target';
import {
  acceptHeaders,
  acceptWords,
  always,
  byType,
  expectedOf,
  jsonTypes,
  kindsAt,
  type StimulusFunctions,
  senderAs,
} from './common';

const success: Expectation = { kind: 'success' };

/** The Accept headers, in turn. */
export const typeAt = (time: number) => jsonTypes[time % jsonTypes.length] as string;

/** Requests of any operation: once, repeated, with varied Accept headers, and at all operations. */
export const readStimuli = {
  async once(session, check) {
    const { as, requestKind } = check;
    if (as === undefined) return requestKind.reference(session);
    return ask(session, await requestKind.request(session, senderAs(session, check)));
  },
  async knownAddress(session, { requestKind }) {
    const answer = await requestKind.reference(session);
    // What it names may be lost, which says nothing about the address.
    if (failsWith(answer, 404, 'not_found')) notAccepted('the request of the owner', answer);
    return answer;
  },
  async repeatedly(session, { requestKind, expect }) {
    const { target, setup } = session;
    const { id } = requestKind;
    const work = id === 'job' || id === 'run' ? id : undefined;
    if (work) await firstLookUp(session, work);
    const isOfAll = 'each' in expect && expect.each === 'three tiers';
    const first = isOfAll ? [await plainRead(session, 'models')] : [];
    // A page that is requested again may have other items.
    if (isOfAll && nextPage(target)) return first;
    const times = Array.from({ length: isSmokeDepth(setup.depth) ? 3 : 12 }, (_, index) => index + 1);
    const repeated = always('repeated reads', () =>
      times.map((time) => ({
        words: `read ${time}, ${acceptWords(typeAt(time))}`,
        value: `${time}`,
      })),
    );
    const reader = { ...ownerOf(session), connection: `again ${requestKind.name}` };
    const answers = await runProbes(
      session,
      { ...placeFor(requestKind), families: [repeated] },
      {
        oneByOne: true,
        expected: requestKind === credits ? { kind: 'credits', ...pointed(creditsAt(target)) } : success,
        request: (session, { value }) =>
          requestKind.request(session, withAccept(reader, typeAt(Number(value)))),
        send: (session, request) =>
          work ? whileKept(session, work, () => ask(session, request)) : ask(session, request),
      },
    );
    return [...first, ...answers];
  },
  async acceptTypes(session, check) {
    const { requestKind } = check;
    const sender = senderAs(session, check);
    const kinds = await kindsAt(session, requestKind);
    const ofKinds = always('kind of AI request', () => [...kinds.keys()].map(byType));
    const families = [acceptHeaders, ...(kinds.size > 0 ? [ofKinds] : [])];
    return runProbes(
      session,
      { ...placeFor(requestKind), families },
      {
        expected: expectedOf(check),
        request: (session, { value }) =>
          kinds.get(value)?.(session, sender) ?? requestKind.request(session, withAccept(sender, value)),
      },
    );
  },
  async everywhere(session, check) {
    const described = operationsOf(session.target);
    const places = described.map(({ name }) => byType(name));
    const all = family('each operation', { everywhere: () => places.slice(0, 3), once: () => places });
    return runProbes(
      session,
      { families: [all], place: 'any operation', billable: true },
      {
        expected: expectedOf(check),
        request: (session, { value }) =>
          (described.find(({ name }) => name === value) ?? credits).request(
            session,
            senderAs(session, check),
          ),
      },
    );
  },
  request: (session, _, spec) => ask(session, { sender: ownerOf(session), operation: 'other', spec }),
  unknownRoute: (session) =>
    ask(session, { sender: ownerOf(session), operation: 'other', spec: { path: `/v1/${freshId()}` } }),
} satisfies Partial<StimulusFunctions>;
