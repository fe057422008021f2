import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import {
  alterResponses,
  asCode,
  asJson,
  asUnlisted,
  whenAccepted,
  whenRejected,
} from '../../../mock/answers';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import type { Call } from '../../../mock/call';
import { answered } from '../../../proof/helpers/answered';
import { judged } from '../../../proof/helpers/judged';
import { onMock, openMock } from '../../../proof/helpers/open-mock';
import { aContext, anError } from '../../../proof/helpers/reports-runs';
import { sendCheck } from '../../../proof/helpers/send-check';
import { reportIn, reportOn } from '../../../proof/run';
import mockTarget from '../../../tests/targets/mock';
import { rejectedWith } from '../../judge/data/expectation';
import { factsOf } from '../../judge/data/facts';
import { type Answer, errorOf, isAccepted } from '../../judge/response/answer';
import { namesConnection } from '../../judge/response/message-naming';
import type { Depth } from '../../judge/verdict/depth';
import { evaluate } from '../../judge/verdict/evaluate';
import { type Family, family, type Probe } from '../../probes/family';
import { mismatchedPairs } from '../../probes/faulty-chains';
import { wrongKeys } from '../../probes/keys';
import type { ProbesAt } from '../../probes/plan';
import { settle } from '../ask/ask';
import { allChecks } from '../check/all-checks';
import { status } from '../check/expected';
import type { Request } from '../client/request';
import { ownerOf } from '../client/senders';
import { type CheckSession, recordSeparately } from '../evidence/recorder';
import { carries } from '../http/url';
import { isDone } from '../named/look-ups';
import { readReferences } from '../named/references';
import { textUse } from '../named/uses';
import { finishedJob, finishedJobAtEnd, firstLookUp, lookUpAtEnd, sharedId } from '../named/work';
import { faultySubmissionOf, workflow } from '../named/workflows';
import type { OperationId } from '../operations';
import { Coordinator } from '../run/coordinator';
import { RunFacts } from '../run/facts';
import type { Session } from '../run/session';
import type { RejectedUse } from '../stimuli/workflows';
import { runProbes, type Sending } from './run-probes';

/** What a test changes: the probes, and how they are sent. */
type Asked = Pick<ProbesAt, 'families'> & Partial<ProbesAt> & Partial<Sending>;

const isAt = (operation: Call['operation']) => (call: Call) => call.operation === operation;

/** Sends probes to a fake server that accepts these values and rejects all others as invalid keys. */
async function tried(
  accepts: (value: string) => boolean,
  { expected = KEY_REJECTED, whyStopped, ofKeys = false, of = () => KEY, ...asked }: Asked,
  depth = 3,
  limit?: number,
) {
  const coordinator = new Coordinator({ concurrency: 8 });
  const settings = limit === undefined ? {} : { maxAiRequests: limit };
  const facts = new RunFacts();
  const store = new Map();
  const session = {
    coordinator,
    facts,
    settings,
    store,
    keys: { API_KEY: KEY },
    requests: store,
    setup: { depth },
  } as unknown as Session;
  const sent: string[] = [];
  let inFlight = 0;
  let together = 0;
  const sendValue: Sending['send'] = async (_, __, { value }) => {
    sent.push(value);
    together = Math.max(together, ++inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight--;
    return accepts(value)
      ? answered(200, { credits: 1 }, { operation: 'credits' })
      : answered(401, anError('invalid_api_key', { message: 'No.' }), { operation: 'credits' });
  };
  const { send = sendValue, ...probes } = asked;
  const request = () => ({}) as Request;
  const sending = {
    of,
    expected,
    request,
    send,
    ...(whyStopped && { whyStopped }),
    ofKeys,
  };
  const { value: answers = [], evidence } = await recordSeparately(session, (session) =>
    runProbes(session, { place: 'GET /v1/credits', billable: false, ...probes }, sending),
  );
  const noted = answers.map((answer) => facts.of(answer).probe);
  return { answers, probes: noted, evidence, sent, together, facts: facts.known };
}

const KEY = 'abcdefghijklmnopqrstuvwxyz';
const KEY_REJECTED = rejectedWith(401, 'invalid_api_key');

const cut = family('cut short', {
  everywhere: (key) =>
    [...key]
      .slice(1)
      .map((_, at) => ({ words: `its first ${at + 1} characters`, value: key.slice(0, at + 1) })),
});
const changed = family('a character changed', {
  everywhere: (key) =>
    [...key].map((_, at) => ({
      words: `character ${at + 1} changed`,
      value: `${key.slice(0, at)}#${key.slice(at + 1)}`,
    })),
});

test('if every member is rejected, each is judged and none is sent twice', async () => {
  const { answers, probes, sent, evidence } = await tried(() => false, { families: [cut, changed] });
  expect(sent).toHaveLength(new Set(sent).size);
  expect(answers).toHaveLength(sent.length);
  expect(sent.length).toBeGreaterThan(KEY.length);
  expect(evidence.trials).toEqual([
    { place: 'GET /v1/credits', families: ['cut short', 'a character changed'] },
  ]);
  expect(probes.every((probe) => probe?.place === 'GET /v1/credits')).toBe(true);
});

test('members are sent concurrently, except AI requests with a limit', async () => {
  const together = async (billable: boolean, limit?: number) =>
    (await tried(() => false, { families: [changed], billable }, 3, limit)).together;
  expect(await together(false)).toBe(6);
  expect(await together(true)).toBe(6);
  expect(await together(true, 20)).toBe(1);
});

test('a violation is shown beside a similar member that does not have it', async () => {
  const { probes, sent } = await tried((value) => value.length >= 7, { families: [cut] });
  expect(probes[0]).toMatchObject({ member: 'its first 7 characters', closest: 'its first 1 characters' });
  expect(sent).toHaveLength(KEY.length - 1);
});

test('a violation of every member of a family is noted as such', async () => {
  const noteOf = async (accepts: (value: string) => boolean, family: Family) =>
    (await tried(accepts, { families: [family] })).probes[0];
  expect(await noteOf(() => true, changed)).toMatchObject({ all: KEY.length });
  expect(await noteOf((value) => value !== `${KEY.slice(0, -1)}#`, changed)).not.toHaveProperty('all');
});

test('how many characters of a key are compared is read from the responses to changed ones', async () => {
  const [name] = wrongKeys.filter(({ name }) => name === 'one character changed');
  const families = name ? [name] : [];
  const takes = (accepts: (value: string) => boolean) => tried(accepts, { families, ofKeys: true });
  for (const length of [0, 1, 13, 24, 25]) {
    const { probes, sent } = await takes((value) => value.startsWith(KEY.slice(0, length)));
    expect(probes[0]).toMatchObject({ agrees: length, member: `character ${length + 1} changed` });
    expect(sent).toHaveLength(KEY.length);
  }
  const one = await takes((value) => value[4] !== KEY[4]);
  expect(one.probes[0]).toMatchObject({ member: 'character 5 changed' });
  expect(one.probes[0]?.agrees).toBeUndefined();
});

test('an accepted AI request is the last after those in flight', async () => {
  const sent = async (accepts: (value: string) => boolean, limit?: number) =>
    (await tried(accepts, { families: [changed], billable: true }, 3, limit)).sent;
  expect(await sent(() => true)).toHaveLength(1);
  expect((await sent((value) => value.startsWith('abc#'))).length).toBeLessThan(4 + 6);
  expect(await sent((value) => value.startsWith('abc#'), 20)).toHaveLength(4);
});

test('an accepted AI request from an unverified part of the target file is the last, too, a rejected one is not', async () => {
  const sentWhere = async (answer: () => Answer) => {
    const sent: string[] = [];
    const send = async (_: CheckSession, __: Request, { value }: Probe) => {
      sent.push(value);
      return answer();
    };
    const expected = rejectedWith(400, 'invalid_workflow');
    await tried(() => false, { families: [changed], billable: true, expected, send });
    return sent.length;
  };
  const facts = { operation: 'workflow' as const, parts: ['workflow.kinds' as const] };
  expect(await sentWhere(() => answered(202, { run_id: 'r' }, facts))).toBe(1);
  expect(await sentWhere(() => answered(422, anError('invalid_request'), facts))).toBe(KEY.length);
});

test('no member is sent or judged once no more may be sent', async () => {
  let left = 5;
  const { sent, answers } = await tried(() => true, {
    families: [changed],
    billable: true,
    whyStopped: () => (left-- <= 0 ? { verdict: 'not tested', reason: { kind: 'target gone' } } : undefined),
  });
  expect(sent.length).toBeLessThan(5);
  expect(answers.length).toBeLessThanOrEqual(sent.length);
});

test('families of which no probe can be made are not tested', async () => {
  const { evidence } = await tried(() => false, { families: [family('none', {})] });
  const reason = { kind: 'unfit', what: 'a key, an id or a name of which a probe can be made ("none")' };
  expect(evidence.unjudged).toMatchObject({ verdict: 'not tested', reason });
});

test('no probe is made from a value that is unknown', async () => {
  const { sent, evidence } = await tried(() => false, { families: [cut, changed], of: () => '' });
  expect(sent).toEqual([]);
  expect(evidence.unjudged?.verdict).toBe('not tested');
  const unlisted = whenAccepted('models', asJson({ models: [] }));
  const named = await onMock({ variant: unlisted }, (session) =>
    sendCheck(session, { at: 'job', send: { ids: 'names of models' } }),
  );
  expect(named.evidence.unjudged?.reason).toMatchObject({ kind: 'unfit' });
  const signs: Change = { jobs: { newId: () => '-_-' } };
  const { value: near } = await onMock({ variant: signs, depth: 3 }, (session) =>
    sendCheck(session, { at: 'job', send: { ids: 'near' } }),
  );
  expect(near?.map(({ exchange }) => exchange.request.url).filter((url) => url.endsWith('/jobs/'))).toEqual(
    [],
  );
});

test('a model whose name is several words is sent as it is listed', async () => {
  const variant: Change = { models: { offered: () => [{ id: 'acme text 1', text: true, price: 1 }] } };
  const { value: answers } = await onMock({ variant }, (session) =>
    sendCheck(session, { at: 'text', send: { body: 'only a model' } }),
  );
  const sent = answers?.map(({ exchange }) => JSON.parse(exchange.request.body ?? '').model);
  expect(new Set(sent)).toEqual(new Set(['acme text 1']));
});

test('a malformed ID that is rejected with 400 breaks the clause of the status, not that of the ID', async () => {
  const malformed = ({ operation, path }: Call) => operation === 'job' && !path.includes('/job_');
  const variant = whenRejected('not_found', asUnlisted('invalid_request', 400), malformed);
  const { clauses } = await reportOn({ variant }, /^jobs\.lookup\.odd$/);
  const violated = clauses.flatMap(({ id, verdict }) => (verdict === 'violates' ? id : []));
  expect(violated).toEqual(['errors.code.status']);
});

const sentWrongKeys = (session: CheckSession, at: OperationId) =>
  sendCheck(session, { at, send: { keys: 'wrong' }, expect: status(401, 'invalid_api_key') });

test('the key of another account is never sent as a wrong key', async () => {
  const [, made] = wrongKeys.flatMap(({ everywhere }) => everywhere(mockKeys.API_KEY));
  const sent = async (keys: Session['keys']) => {
    const { value } = await onMock({ keys }, async (session) =>
      (await sentWrongKeys(session, 'models')).map((answer) => session.facts.of(answer).probe?.member),
    );
    return value;
  };
  expect(await sent({})).toContain(made?.words);
  expect(await sent({ QUOTA_API_KEY: made?.value ?? '' })).not.toContain(made?.words);
});

test('wrong keys are sent to each read until the target shows that it takes no more', async () => {
  const anyKey = whenRejected('invalid_api_key', asJson({ models: [] }, 200), isAt('models'));
  const withoutCredits = [anyKey, whenAccepted('credits', asCode('not_found'))];
  const { value: answers } = await onMock({ variant: withoutCredits }, async (session) => {
    await recordSeparately(session, (session) => sentWrongKeys(session, 'credits'));
    return sentWrongKeys(session, 'models');
  });
  expect(answers?.filter(isAccepted).length).toBeGreaterThan(0);

  let wrong = 0;
  const counted = whenRejected('invalid_api_key', (answer) => {
    wrong += 1;
    return answer;
  });
  const lockedOut = whenAccepted('credits', asUnlisted('locked', 403), () => wrong > 5);
  const limited = whenRejected('invalid_api_key', asCode('rate_limited'), () => wrong > 5);
  for (const [change, reason] of [
    [lockedOut, { sent: 'the valid key', received: { status: 403 } }],
    [limited, { sent: 'a wrong key', received: { status: 429 } }],
  ] as const) {
    wrong = 0;
    const { evidence } = await onMock({ variant: [counted, change] }, async (session) => {
      await recordSeparately(session, (session) => sentWrongKeys(session, 'credits'));
      return sentWrongKeys(session, 'models');
    });
    expect(evidence.unjudged?.reason).toMatchObject({ kind: 'keys ended', ...reason });
  }
});

test('API_KEY itself is sent in no other header before DEPTH=3, and a service that reads one is found', async () => {
  const reading = whenRejected('missing_api_key', asCode('invalid_api_key'), ({ headers }) =>
    Object.keys(headers).some((name) => /key|token|cookie|x-auth|proxy-auth/.test(name)),
  );
  for (const [depth, isSent] of [
    [1, false],
    [3, true],
  ] as const) {
    const carried: string[] = [];
    const seen = alterResponses((answer, { headers: { authorization: _, ...others } }) => {
      carried.push(...Object.values(others).map(String));
      return answer;
    });
    const { value: answers } = await onMock({ variant: [reading, seen], depth }, (session) =>
      sendCheck(session, { at: 'credits', send: 'keyElsewhere', expect: status(401, 'missing_api_key') }),
    );
    expect(carried.some((value) => value.includes(mockKeys.API_KEY))).toBe(isSent);
    expect(answers?.map((answer) => errorOf(answer).code)).toContain('invalid_api_key');
  }
});

test('the doctor, which has a depth of zero, sends each type of block in a valid chain', async () => {
  const described = { ...mockTarget.workflow, longest: 2 };
  const { value: answers, evidence } = await onMock(
    { depth: 0, target: { ...mockTarget, workflow: described } },
    async (session) => [
      await workflow(session, 'long'),
      ...(await sendCheck(session, { send: { chain: 'further' } })),
    ],
  );
  expect(answers?.every(isAccepted)).toBe(true);
  const parts = evidence.exchanges
    .filter(({ operation }) => operation === 'workflow')
    .flatMap(({ parts = [] }) => parts);
  for (const { name } of described.blockTypes) expect(parts).toContain(`workflow.blockTypes (${name})`);
});

test("every check of malformed run IDs has the lookup of the owner's run as evidence, even if it runs later", async () => {
  const { value = [] } = await onMock({}, async (session) => [
    await recordSeparately(session, (session) => sendCheck(session, { at: 'run', send: { ids: 'odd' } })),
    await recordSeparately(session, (session) => sendCheck(session, { at: 'run', send: { ids: 'odd' } })),
  ]);
  const looks = value.map(({ evidence }) =>
    evidence.exchanges.filter(({ operation, response }) => operation === 'run' && response?.status === 200),
  );
  expect(looks.map(({ length }) => length)).toEqual([1, 1]);
});

test('no other account requests a tier with messages if the tier rejects those of the owner', async () => {
  const variant = whenAccepted(
    'text',
    asCode('model_not_found'),
    ({ model, fields }) => model.endsWith('-mini') && fields.messages !== undefined,
  );
  const tried = (depth: Depth) =>
    onMock({ variant, depth }, async (session) => {
      const expect = status(402, 'insufficient_credits');
      const answers = await sendCheck(session, {
        at: 'messages',
        as: 'no credits',
        send: 'eachKind',
        expect,
      });
      return answers.map((answer) => session.facts.of(answer).probe?.member).sort();
    });
  expect((await tried(3)).value).toEqual(['nano', 'pro']);
});

test('no run is looked up by the ID of a job, because the contract does not show whether a task can be both', async () => {
  const { value: id, evidence } = await onMock({ depth: 3 }, async (session) => {
    const id = await sharedId(session, 'job');
    await sendCheck(session, { at: 'run', send: { ids: 'near' } });
    return id;
  });
  const asked = evidence.exchanges.map(({ request }) => decodeURIComponent(request.url));
  expect(asked.filter((url) => url.endsWith(`/v1/runs/${id}`))).toEqual([]);
});

test('if a target file does not encode run IDs, no ID is sent whose end would be lost on the way', async () => {
  const target = { ...mockTarget, run: (id: string) => ({ path: `/v1/runs/${id}` }) };
  const { value: answers } = await onMock({ depth: 3, target }, (session) =>
    sendCheck(session, { at: 'run', send: { ids: 'near' } }),
  );
  expect(answers?.filter(isAccepted).map(({ exchange }) => exchange.request.url)).toEqual([]);
  expect(answers?.length).toBeGreaterThan(60);
  expect(carries({ path: '/v1/runs?id=abc&x' }, 'abc&x')).toBe(false);
  expect(carries({ path: '/v1/runs?id=abc%26x' }, 'abc&x')).toBe(true);
  // Java servers read what follows a semicolon as a path parameter.
  expect(carries({ path: '/v1/runs/abc;x' }, 'abc;x')).toBe(false);
  expect(carries({ path: `/v1/runs?${new URLSearchParams({ id: "it's a" })}` }, "it's a")).toBe(true);
  expect(carries({ path: '/v1/runs', headers: { 'x-run': 'abc ' } }, 'abc ')).toBe(false);
});

test('a result that is shown only once is missing in the lookup at the end, after an earlier lookup had it', async () => {
  const defects = ['the result of a job is gone once it was read'];
  const { value: looks } = await onMock({ defects, workMilliseconds: 0 }, async (session) => {
    await firstLookUp(session, 'job');
    return [await finishedJob(session), await finishedJobAtEnd(session)];
  });
  expect(looks?.map((look) => isDone(look, '/result'))).toEqual([true, false]);
});

test('the lookup at the end of a partial run comes after the job is done, even if no check waited for it', async () => {
  const { value: looks } = await onMock({ workMilliseconds: 200 }, async (session) => [
    await lookUpAtEnd(session, 'job'),
    await finishedJobAtEnd(session),
  ]);
  expect(looks?.map((look) => isDone(look, '/result'))).toEqual([true, true]);
});

for (const [what, defects] of [
  ['together', []],
  ['separately if the credits change', ['a refused workflow is charged']],
] as const) {
  test(`at the end of a full run, rejected requests and rejected workflows are measured ${what}`, async () => {
    const asked = { defects: [...defects], whole: true };
    const { value: [free, workflows] = [[], []] } = await onMock(asked, async (session) => [
      await sendCheck(session, { send: { rejectedAtEnd: 'requests' } }),
      await sendCheck(session, { send: { rejectedAtEnd: 'workflows' } }),
    ]);
    const judged = (change: Answer[]) =>
      evaluate({ kind: 'uncharged', at: mockTarget.credits.at }, change, [], aContext());
    expect([judged(free).met, judged(workflows).met]).toEqual([true, defects.length === 0]);
    const readings = (change: Answer[]) => change.slice(-2).map(({ exchange }) => exchange.id);
    expect(isDeepStrictEqual(readings(free), readings(workflows))).toBe(defects.length === 0);
    // Each is judged by what was sent for it.
    const codes = (change: Answer[]) => change.slice(0, -2).map((answer) => errorOf(answer).code);
    expect(codes(free)).toHaveLength(4);
    expect(codes(free)).not.toContain('invalid_workflow');
    expect(codes(workflows)).toEqual(Array(3).fill('invalid_workflow'));
  });
}

test('rejected workflows that fell out of the budget are not tested, whatever else was measured', async () => {
  const asked = { whole: true, env: { MAX_AI_REQUESTS: '2' } };
  const { value, evidence } = await onMock(asked, async (session) => {
    await textUse(session);
    await workflow(session);
    const free = await sendCheck(session, { send: { rejectedAtEnd: 'requests' } });
    expect(free.slice(0, -2).map((answer) => errorOf(answer).code)).toEqual(['not_found']);
    return sendCheck(session, { send: { rejectedAtEnd: 'workflows' } });
  });
  expect(value).toBeUndefined();
  expect(evidence.unjudged).toMatchObject({
    verdict: 'not tested',
    reason: { kind: 'over budget', most: 2 },
  });
});

test('rejected workflows are measured even if there is only one type of block', async () => {
  const write = { name: 'write', inputs: { prompt: 'text' }, outputs: { text: 'text' } };
  const target = { ...mockTarget, workflow: { ...mockTarget.workflow, blockTypes: [write] } };
  const { value: change } = await onMock({ target }, (session) =>
    sendCheck(session, { send: 'rejectedWorkflows' }),
  );
  expect(change).toHaveLength(4);
});

test('all text that lenient decoders accept as JSON is sent with API_KEY, and with OTHER_API_KEY', async () => {
  const { value: sent } = await onMock({ depth: 3 }, async (session) =>
    (
      await sendCheck(session, {
        at: 'text',
        send: { body: 'not JSON' },
        expect: status(422, 'invalid_request'),
      })
    ).filter((answer) => session.facts.of(answer).probe?.family === 'almost JSON'),
  );
  const by = (variable: string) => sent?.filter(({ exchange }) => exchange.variable === variable);
  expect(by('API_KEY')).toHaveLength(15);
  expect(by('OTHER_API_KEY')).toHaveLength(15);
});

test('a message that names no connection is a violation once the twin of its chain is accepted', async () => {
  const variant: Change = {
    workflows: { describe: (_, blocks) => `1 fault in ${blocks.length} blocks` },
  };
  const { value: result = [] } = await onMock({ variant, depth: 3, verifiedEarlier: [] }, async (session) => {
    await sendCheck(session, { send: { faults: { flaw: 'later' } } });
    const single = (session: CheckSession) =>
      sendCheck(session, { send: { faults: { flaw: 'later', single: true } } });
    const { value } = await recordSeparately(session, single);
    const rejections = (value ?? []) as RejectedUse[];
    return Promise.all(
      rejections.map(async (rejection) => {
        const { evidence } = await recordSeparately(session, (session) =>
          settle(session, namesConnection(rejection, true), [rejection]),
        );
        return evaluate(namesConnection(rejection, true), [rejection], evidence.exchanges, evidence.context);
      }),
    );
  });
  const broken = result.filter(({ met, unjudged }) => !met && unjudged === undefined);
  expect(broken.length).toBeGreaterThan(0);
});

test('accepting a connection of mismatched kinds is a violation if it is rejected without the blocks in between', async () => {
  const variant = overrideChapter('workflows', ({ faulty }) => ({
    faulty: (blocks, types) =>
      faulty(blocks, types).filter(({ position, block }) => blocks[position - 1]?.name === block),
  }));
  const { value: result } = await onMock({ variant, verifiedEarlier: [] }, async (session) => {
    await readReferences(session);
    const [chain] = mismatchedPairs(mockTarget.workflow).filter(
      ({ blocks, connection, position }) => position === 2 && blocks[0]?.name === connection.source,
    );
    if (chain === undefined) throw new Error('the block types allow it');
    const request = faultySubmissionOf(session, ownerOf(session), chain);
    return judged(session, request, rejectedWith(400, 'invalid_workflow'));
  });
  expect(result?.answer && isAccepted(result.answer)).toBe(true);
  expect(result).toMatchObject({ met: false });
  expect(result?.unjudged).toBeUndefined();
});

test('a faulty connection at an input that the target ignores is not reported as a violation', async () => {
  const ignoring = overrideChapter('workflows', ({ read }) => ({
    read: (body) =>
      read({
        blocks: JSON.parse(JSON.stringify(body.blocks), (key, value) =>
          key === 'style' ? undefined : value,
        ),
      }),
  }));
  const blockTypes = [
    { name: 'write', inputs: { prompt: 'text', style: 'text' }, outputs: { text: 'text' } },
  ];
  const target = { ...mockTarget, workflow: { ...mockTarget.workflow, blockTypes } };
  const { evidence } = await onMock({ variant: ignoring, target }, (session) =>
    sendCheck(session, { send: { fault: { flaw: 'later', place: 'late' } } }),
  );
  expect(evidence.unjudged?.reason).toMatchObject({
    kind: 'unverified',
    part: 'workflow.blockTypes (write.style)',
  });
});

test('a run sends the same probes each time', async () => {
  const sent = async () => {
    await using session = await openMock();
    const about = /^(?:auth|models|jobs|runs|text|workflows)\./;
    await reportIn(
      session,
      allChecks().filter(({ clause }) => about.test(clause)),
    );
    const probes = session.sent.flatMap((exchange) => {
      const { probe } = factsOf(exchange, { facts: session.facts.known });
      // IDs and the names made from them are the service's.
      return probe && !['job', 'run'].includes(exchange.operation)
        ? `${exchange.operation} ${JSON.stringify(probe)}`
        : [];
    });
    return probes.sort();
  };
  const first = await sent();
  expect(first.length).toBeGreaterThan(400);
  expect(await sent()).toEqual(first);
});
