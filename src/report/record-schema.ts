import { everyOperation } from '../../spec/operations';
import {
  type Accepted,
  anything,
  constant,
  count,
  described,
  exactly,
  flag,
  hash,
  integer,
  list,
  lookup,
  matching,
  moment,
  number,
  type Optional,
  object,
  oneOf,
  orNull,
  shape,
  text,
} from '../../spec/shapes';
import { worstFirst } from '../judge/check-verdicts';
import type { Cost } from '../judge/cost';
import type { Context, Exchange, Response } from '../judge/evidence';
import type { Expectation } from '../judge/expectation';
import type { AccountFacts, ExchangeFacts } from '../judge/facts';
import type { Row } from '../judge/failure-text';
import { severities } from '../judge/faults';
import type { roles } from '../judge/judges';
import type { Run } from '../judge/run';
import { expectationKinds } from '../judge/wording';
import { adviceCounts, mustCounts, word } from './shapes';

/**
 * conformance.json: what a run found, for machines, and all that it was found from, so that it can be judged
 * anew. The page and the summary show the same.
 */

/** Of the format: raised by whatever a reader of the one before could not read. */
export const VERSION = 7;

const texts = list(text);
const keys = described('Keys of `run.exchanges`.', texts);
const status = described('Null where no answer came.', orNull(integer));
const code = described('Null where the answer has no error code.', orNull(text));
const verdict = oneOf(worstFirst);
const unjudged = oneOf(['inconclusive', 'blocked', 'not tested']);
const guard = described('What kept a difference from being a violation: CONTRIBUTING.md, Guards.', text);
const undecided = { verdict: unjudged, reason: object({ kind: text }) };
const level = oneOf(['must', 'advice', 'unspecified', 'unobservable']);
const operation = oneOf(everyOperation);
const spent = exactly({ requests: count, aiRequests: count });
const headers = list(shape({ type: 'array', prefixItems: [text, text], items: false, minItems: 2 }));
const lasting = shape<number>({ ...number, minimum: 0 });

const outcome = exactly({
  word,
  exitCode: oneOf<number>([0, 1, 2, 3, 4]),
  sentence: text,
  partial: described('Cases were left out.', flag),
  reasons: texts,
  counts: exactly(
    {
      must: exactly(mustCounts),
      known: count,
      advice: exactly(adviceCounts),
      unspecified: count,
      unobservable: count,
    },
    { inPart: described('Must and advice clauses that were tested, but for some of their cases.', count) },
  ),
});

const clause = exactly(
  {
    id: text,
    level,
    sentence: text,
    section: text,
    verdict,
    known: described('Every breach of it is a known one.', flag),
    checks: list(
      exactly(
        {
          id: described('Key of `run.evidence`.', text),
          title: text,
          file: text,
          line: count,
          cost: oneOf(['free', 'billable', 'bursts']),
          verdict,
        },
        {
          reason: text,
          guard,
          untested: described(
            'Parts of it that could not be tested: a place, or some of the probes sent there.',
            list(exactly({ place: text, verdict: unjudged, reason: text }, { guard })),
          ),
        },
      ),
    ),
    failures: described('Signatures.', texts),
  },
  { reason: text },
);

const known = exactly(
  {
    clause: text,
    fault: text,
    reason: text,
    expires: matching('^\\d{4}-\\d\\d-\\d\\d$'),
  },
  { link: text, operations: list(operation) },
);

const failure = exactly(
  {
    signature: hash,
    clause: text,
    verdict: oneOf(['violates', 'deviates']),
    check: text,
    checkId: text,
    file: text,
    line: integer,
    status,
    code,
  },
  {
    known,
    seen: described(
      'Of a clause that holds for every answer: on how many it was seen, and of which operations.',
      exactly({ answers: count, operations: list(operation) }),
    ),
  },
);

const fault = exactly(
  {
    verdict: oneOf(['violates', 'deviates']),
    severity: oneOf(severities),
    title: described('What happened, without a word of the server.', text),
    sentence: described('The title, what should have happened, what did, and at how many operations.', text),
    known: described('An entry of the known failures excuses it.', flag),
    clauses: described('That it breaks; the first is the one that the sentence is about.', texts),
    operations: list(operation),
    failures: described('Signatures.', texts),
    rows: described(
      'Name and text of what else is known: the request, the response, the clause, a command to repeat it ...',
      list(shape<Row>({ type: 'array', prefixItems: [text, text], items: false, minItems: 2 })),
    ),
  },
  { isNew: described('The last run of this target did not find it.', flag) },
);

const cell = exactly(
  { actor: text, verdict: oneOf(['conforms', 'violates', 'deviates', 'seen']), check: text },
  {
    variable: described("The variable of the sender's key; absent for a sender without an account.", text),
  },
);

const row = exactly(
  {
    code: text,
    status: integer,
    clauses: texts,
    cells: described('By endpoint.', lookup(list(cell))),
  },
  { absent: exactly({ verdict, reason: text }) },
);

const probeCoverage = exactly({
  clause: text,
  family: text,
  cells: lookup(object({ verdict: text, members: count, check: text })),
});

const result = exactly(
  {
    suite: exactly({ name: text, version: text }),
    contract: described('Hash of the document and the ledger.', hash),
    target: described('`embedded mock`, or the base URL without credentials.', text),
    settings: described('Names of variables, no values.', texts),
    outcome,
    clauses: list(clause),
    failures: list(failure),
    matrix: list(row),
    unchecked: described('Known failures that this run could not check, each with the reason.', texts),
  },
  {
    name: described('NAME: what reports call the target.', text),
    probeCoverage: described(
      'One row a family of probes: what became of its members, by operation.',
      list(probeCoverage),
    ),
  },
);

const cost = object(
  {
    requests: count,
    aiRequests: count,
    disturbances: count,
    waited: described('Milliseconds.', lasting),
    credits: orNull(
      object(
        { before: number, after: number },
        {
          unaccounted: described('What the balance fell by beyond the charges that were seen.', number),
          unmeasured: number,
        },
      ),
    ),
    chapters: lookup(spent),
  },
  {
    shards: described(
      'Of merged shards, the credits of each, first and last reading.',
      list(exactly({ before: number, after: number })),
    ),
    unclaimed: described('What is in the evidence of no check, since the run ended first.', spent),
    fell: described(
      'How often the credits fell with nothing of this run between, and by how much.',
      exactly({ times: count, by: number }),
    ),
  } satisfies Optional<Cost>,
);

const created = exactly({
  operation: oneOf(['text', 'submit', 'workflow']),
  variable: orNull(text),
  id: orNull(text),
  exchange: described('Key of `run.exchanges`.', text),
});

const settings = exactly(
  { target: text, settings: texts, required: texts, live: flag },
  { name: text, knownFailures: text },
);

/** A run, with what it sent by its key. */
type Course = Omit<Run, 'checks' | 'unclaimed'> & { unclaimed?: string[] };

const course = exactly(
  {
    filters: texts,
    missingShards: texts,
    shard: orNull(text),
    ending: oneOf(['passed', 'failed', 'timedout', 'interrupted']),
    errors: texts,
    stop: orNull(exactly({ kind: oneOf(['misconfigured', 'unavailable']), lines: texts })),
  },
  {
    unclaimed: described('Keys of `run.exchanges` that no case has.', texts),
    traffic: described(
      'Captured traffic, judged in place of what a run drives.',
      exactly({
        file: text,
        clauses: texts,
        read: count,
        unread: list(exactly({ why: text, entries: count }, { at: list(count) })),
      }),
    ),
  } satisfies Optional<Course>,
);

/** By the id of an exchange, and by the variable of a key. */
const facts = object({
  exchanges: lookup(
    object({}, {
      preparation: described('It prepares a check and is not its act.', constant(true)),
      disturbance: described('It is a repeat after a disturbance, or was one.', constant(true)),
      charged: described('By how much the credits fell around it.', number),
      beside: described('Something else may have been charged beside it.', constant(true)),
      fell: described('By how much the credits had fallen with nothing of the run between.', number),
      affordable: described('The balance exceeds every charge seen for such a request.', constant(true)),
      probe: described('The member of a family that it is, and where it was tried.', anything),
      pages: described('What all pages of the models list.', anything),
    } satisfies Optional<ExchangeFacts>),
  ),
  accounts: lookup(
    object({}, {
      ofOwner: described('It is that of API_KEY.', constant(true)),
      ofAnother: described('It is not that of API_KEY, whose old key this is to be.', constant(true)),
      claimedStateSeenAt: described('The variable whose account is in the state that this one claims.', text),
    } satisfies Optional<AccountFacts>),
  ),
});

const context = object(
  { words: texts },
  {
    drawn: described(
      'The seed of the samples, and how many of each family.',
      object({ seed: count, depth: count }),
    ),
    errorType: text,
    models: text,
    verifiedEarlier: described('Parts of the target file that were verified before.', texts),
    facts: described('What was learnt beside the exchanges, mostly from later ones.', facts),
  },
);

const expectation = shape<Expectation>(object({ kind: oneOf(expectationKinds) }));

const assertion = exactly(
  {
    expectation: described('What answers must show.', expectation),
    exchanges: keys,
  },
  { found: described('What the run found, where an answer was cut.', anything) },
);

const attempt = exactly({
  status: oneOf(['passed', 'failed', 'timedOut', 'skipped', 'interrupted']),
  errors: texts,
  skipReason: orNull(text),
  evidence: orNull(
    object(
      { exchanges: keys, assertions: list(assertion), waited: lasting },
      {
        inconclusive: exactly(undecided, { guard }),
        untested: list(exactly({ place: text, ...undecided }, { guard })),
        observed: described('Of what was sent to be recorded alone.', keys),
        reportedUniversal: constant(true),
        unmet: constant(true),
        notReproduced: described(
          'The request that was repeated, and how it got the right response.',
          exactly({ exchange: text, how: oneOf(['alone', 'fresh']) }),
        ),
        claims: described(
          'The variable whose id the case looks up.',
          oneOf(['FOREIGN_JOB_ID', 'FOREIGN_RUN_ID']),
        ),
      },
    ),
  ),
  started: described('Milliseconds since the epoch.', number),
  milliseconds: number,
});

const response = exactly(
  {
    status: integer,
    headers,
    otherHeaders: texts,
    body: described('Whole to 64 KiB, and where much was kept before to 4 KiB; masked.', text),
    bodyBytes: count,
    milliseconds: number,
  },
  {
    encoding: described('The bytes are no UTF-8.', constant('base64')),
    cut: described('The body was longer than what is kept: it is not rejudged.', constant(true)),
    gist: described('Of a body that was cut: only its code, or `{}` if the request was accepted.', text),
  } satisfies Optional<Response>,
);

const exchange = object(
  {
    id: text,
    actor: text,
    variable: orNull(text),
    operation,
    request: exactly({ method: text, url: text, headers, body: orNull(text) }),
    response: orNull(response),
  },
  {
    failure: text,
    aiRequest: flag,
    ambiguous: flag,
    leaks: texts,
    found: described('What the run found, where the answer was cut.', anything),
    connection: described('The name of the kept connection that carried it.', text),
    parts: described('Parts of the target file that the request was built from.', texts),
    read: described('What functions of the target file read of the answer, by part.', anything),
    threw: described('What such functions threw, by part.', anything),
    faulty: described(
      'Of a workflow, the connection that is wrong on purpose.',
      object({ consumer: text, input: text, source: text, field: text }, { types: text }),
    ),
    entry: described(
      'Of captured traffic: its place in `log.entries`, and when it was sent.',
      object({ index: count, time: text }),
    ),
  },
);

const run = exactly(
  {
    started: moment,
    milliseconds: count,
    node: text,
    playwright: text,
    cost,
    failures: described(
      'By signature: what was expected and received.',
      lookup(exactly({ expected: text, received: text, exchanges: keys }, { note: text })),
    ),
    faults: described('By root cause, the worst first.', list(fault)),
    settings,
    course: described('How the run was selected and how it ended.', shape<Course>(course)),
    list: described(
      'The known failures that could be used, and what was wrong with the rest.',
      exactly({ entries: list(known), problems: texts }),
    ),
    leaks: described('Files in which a secret stood.', texts),
    context: described('What all answers of the run are judged by.', shape<Context>(context)),
    evidence: described(
      'By the id of the case.',
      lookup(exactly({ attempts: list(attempt), observations: lookup(text) })),
    ),
    exchanges: described(
      'By id. One that several cases share is here once.',
      lookup(shape<Exchange>(exchange)),
    ),
  },
  {
    judges: described(
      'By the id of the exchange: the cases that judged it, recorded it alone, built on it, or cannot say anything of it. Every answer is judged by the clauses for all answers besides.',
      lookup(
        exactly({}, { judged: texts, recorded: texts, prepares: texts, undecided: texts } satisfies Record<
          (typeof roles)[number],
          unknown
        >),
      ),
    ),
    created: described('What stays on a live target: each piece of work that was taken on.', list(created)),
    violated: described('Clauses that the last run of this target violated, where a history says so.', texts),
    found: described(
      'The samples that found something, to be repeated.',
      list(exactly({ family: text, place: text, seed: count, depth: count }, { expected: expectation })),
    ),
  },
);

const record = exactly({
  /** Of this format: raised when a field goes or changes its meaning. */
  version: described(`${VERSION}`, constant(VERSION)),
  result,
  run,
  $schema: constant('./conformance.schema.json'),
});

export type ConformanceRecord = Accepted<typeof record>;

/** The JSON Schema of conformance.json, which `docs` publishes. */
export const recordSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `conformance.json, version ${VERSION}`,
  description:
    'What a run of the conformance suite found. `result` is equal for equal runs; `run` differs from run to run, and a run is rejudged from it.',
  ...record,
};
