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
  moment,
  number,
  type Optional,
  object,
  oneOf,
  orNull,
  shape,
  text,
} from '../../spec/shapes';
import type { Cost } from '../judge/credits/cost';
import type { Context, Exchange, Response } from '../judge/data/evidence';
import type { Expectation } from '../judge/data/expectation';
import type { AccountFacts, ExchangeFacts } from '../judge/data/facts';
import type { Run } from '../judge/data/run';
import { knownFailureSchema } from '../judge/faults/check-known-failures';
import { severities } from '../judge/faults/faults';
import type { KnownFailure } from '../judge/faults/known-failures';
import { foundSamples, previousRun } from '../judge/faults/previous-run';
import type { Row } from '../judge/texts/failure-text';
import { expectationKinds } from '../judge/texts/wording';
import { worstFirst } from '../judge/verdict/check-verdicts';
import type { roles } from '../judge/verdict/judges';
import { exitCodes, type OutcomeWord } from '../judge/verdict/outcome';

/**
 * conformance.json: the results of a run for machines, and the data from which they can be judged again. Page
 * and summary show the same results.
 */

/** Version of the format. Raise it for every change that a reader of the previous version cannot read. */
export const VERSION = 11;

const texts = list(text);
const keys = described('Keys of `run.exchanges`.', texts);
const status = described('Null if there was no response.', orNull(integer));
const code = described('Null if the response has no error code.', orNull(text));
const verdict = oneOf(worstFirst);
const unjudged = oneOf(['inconclusive', 'blocked', 'not tested']);
const guard = described(
  'The guard that decided that a difference is not a violation: see Guards in CONTRIBUTING.md.',
  text,
);
const undecided = { verdict: unjudged, reason: object({ kind: text }) };
const undecidedCounts = { inconclusive: count, blocked: count, notTested: count };
const level = oneOf(['must', 'should', 'unspecified', 'unobservable']);
const operation = oneOf(everyOperation);
const spent = exactly({ requests: count, aiRequests: count });
const headers = list(shape({ type: 'array', prefixItems: [text, text], items: false, minItems: 2 }));
const lasting = shape<number>({ ...number, minimum: 0 });

const outcome = exactly({
  word: oneOf(Object.keys(exitCodes) as OutcomeWord[]),
  exitCode: oneOf<number>([0, 1, 2, 3, 4]),
  sentence: text,
  partial: described('Some checks were not selected.', flag),
  reasons: texts,
  counts: exactly(
    {
      must: exactly({ conforms: count, violates: count, ...undecidedCounts }),
      known: count,
      should: exactly({ conforms: count, deviates: count, ...undecidedCounts }),
      unspecified: count,
      unobservable: count,
    },
    { inPart: described('Must and should clauses that were tested only in part.', count) },
  ),
});

const clause = exactly(
  {
    id: text,
    level,
    sentence: text,
    section: text,
    verdict,
    known: described('Each of its violations is a known failure.', flag),
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
            'What could not be tested: an operation, or some of the probes for it.',
            list(exactly({ place: text, verdict: unjudged, reason: text }, { guard })),
          ),
        },
      ),
    ),
    failures: described('Signatures.', texts),
  },
  { reason: text },
);

const known = shape<KnownFailure>(knownFailureSchema);

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
      'For a clause about every response: how many responses violate it, and at which operations.',
      exactly({ responses: count, operations: list(operation) }),
    ),
  },
);

const fault = exactly(
  {
    verdict: oneOf(['violates', 'deviates']),
    severity: oneOf(severities),
    title: described('What happened, without any text of the server.', text),
    sentence: described('The title, what was expected and received, and at how many operations.', text),
    known: described('The list of known failures has an entry for it.', flag),
    clauses: described('The clauses that it violates; the sentence is about the first.', texts),
    operations: list(operation),
    failures: described('Signatures.', texts),
    rows: described(
      'Further details as pairs of a name and a text: the request, the response, the clause, a command to repeat it ...',
      list(shape<Row>({ type: 'array', prefixItems: [text, text], items: false, minItems: 2 })),
    ),
  },
  { isNew: described('The previous run of this target did not find it.', flag) },
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
  cells: lookup(object({ verdict: text, members: count, violating: count, check: text })),
});

const result = exactly(
  {
    suite: exactly({ name: text, version: text }),
    contract: described('Hash of the document and the ledger.', hash),
    target: described('`built-in mock`, or the base URL without credentials.', text),
    settings: described('Names of variables, without values.', texts),
    outcome,
    clauses: list(clause),
    failures: list(failure),
    matrix: list(row),
    unchecked: described('Known failures that this run could not check, each with the reason.', texts),
  },
  {
    name: described('NAME: the name of the target in reports.', text),
    probeCoverage: described(
      'One row for each family of probes: the result of its probes, by operation.',
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
          unaccounted: described(
            'How much more the balance fell than the charges that were measured.',
            number,
          ),
          unmeasured: number,
        },
      ),
    ),
    chapters: lookup(spent),
  },
  {
    shards: described(
      'If shards were merged: the first and last reading of the credits in each.',
      list(exactly({ before: number, after: number })),
    ),
    unclaimed: described(
      'Requests that are in the evidence of no check, because the run ended first.',
      spent,
    ),
    fell: described(
      'How often, and by how much, the credits fell while this run sent nothing that costs any.',
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

/** A run. The keys of `unclaimed` are keys of `run.exchanges`. */
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
    unclaimed: described('Keys of `run.exchanges` that are in the evidence of no check.', texts),
  } satisfies Optional<Course>,
);

/** Facts by the id of an exchange, and by the variable of an account. */
const facts = object({
  exchanges: lookup(
    object({}, {
      preparation: described('It prepares a check, and the check does not judge it.', constant(true)),
      disturbance: described(
        'It is a retry after a disturbance, or its response was a disturbance.',
        constant(true),
      ),
      charged: described('By how much the credits fell around it.', number),
      beside: described('Another request may have been charged at the same time.', constant(true)),
      fell: described(
        'By how much the credits had fallen while the run sent nothing that costs any.',
        number,
      ),
      affordable: described('The balance exceeds every charge seen for such a request.', constant(true)),
      unpriced: described('There are credits, and no charge was seen for such a request.', constant(true)),
      probe: described('The probe that it is, with its family and operation.', anything),
      pages: described('The models on all pages of the list.', anything),
    } satisfies Optional<ExchangeFacts>),
  ),
  accounts: lookup(
    object({}, {
      ofOwner: described('It is the account of API_KEY.', constant(true)),
      neverRejected: described(
        'It gets requests accepted, and none rejected as the variable claims.',
        constant(true),
      ),
      changed: described(
        'A request that was rejected as the variable claims is accepted now.',
        constant(true),
      ),
      headerRemovedAt: described(
        'The operation that accepted the key, and another time responded as if there were none.',
        text,
      ),
      claimedStateSeenAt: described(
        'The variable whose account is in the state that this one claims: its own, if the keys are not swapped.',
        text,
      ),
    } satisfies Optional<AccountFacts>),
  ),
});

const context = object(
  { words: texts },
  {
    sampled: described(
      'The seed of the samples, and the number of probes of each family.',
      object({ seed: count, depth: count }),
    ),
    errorType: text,
    models: text,
    verifiedEarlier: described('Parts of the target file that were verified before this run.', texts),
    facts: described('Facts about exchanges that were learnt later.', facts),
  },
);

const expectation = shape<Expectation>(object({ kind: oneOf(expectationKinds) }));

const assertion = exactly(
  {
    expectation: described('What is expected of the responses.', expectation),
    exchanges: keys,
  },
  { found: described('What the run found, if a response was cut off.', anything) },
);

const span = exactly({ from: lasting, to: lasting });

const attempt = exactly({
  status: oneOf(['passed', 'failed', 'timedOut', 'skipped', 'interrupted']),
  errors: texts,
  skipReason: orNull(text),
  evidence: orNull(
    object(
      { exchanges: keys, assertions: list(assertion), waits: list(span) },
      {
        inconclusive: exactly(undecided, { guard }),
        untested: list(exactly({ place: text, ...undecided }, { guard })),
        observed: described('Exchanges that are recorded and not judged.', keys),
        reportedUniversal: constant(true),
        unmet: constant(true),
        notReproduced: described(
          'The request that was repeated, and how it got the right response.',
          exactly({ exchange: text, how: oneOf(['alone', 'fresh']) }),
        ),
        asked: described(
          'Why requests were sent that the check does not judge, by exchange: as a reference, or for a guard.',
          lookup(exactly({ need: text }, { guard })),
        ),
        claims: described(
          'The variable whose ID the check looks up.',
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
    body: described('Masked, and cut off after 64 KiB, or after 4 KiB once a run has stored much.', text),
    bodyBytes: count,
    milliseconds: number,
  },
  {
    encoding: described('The bytes are not valid UTF-8.', constant('base64')),
    form: described(
      'The body has the types of its values in place of the values, which may be those of another account.',
      constant(true),
    ),
    cut: described('The body was longer than what is stored, so it is not rejudged.', constant(true)),
    gist: described(
      'If the body was cut off: its error code alone, or `{}` if the request was accepted.',
      text,
    ),
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
    leaks: texts,
    found: described('What the run found, if the response was cut off.', anything),
    connection: described('The name of the keep-alive connection that it was sent over.', text),
    parts: described('Parts of the target file that the request was built from.', texts),
    read: described('What the functions of the target file returned for the response, by part.', anything),
    threw: described('What these functions threw, by part.', anything),
    faulty: described(
      'The connection of a workflow that is wrong on purpose.',
      object({ consumer: text, input: text, source: text, field: text }, { types: text }),
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
      'The valid entries of the known failures, and the problems of the others.',
      exactly({ entries: list(known), problems: texts }),
    ),
    leaks: described('Files in which a secret was found.', texts),
    context: described('What the responses of the run are judged with.', shape<Context>(context)),
    evidence: described(
      'By the ID of the check.',
      lookup(exactly({ attempts: list(attempt), observations: lookup(text) })),
    ),
    exchanges: described(
      'By ID. An exchange that several checks share is listed once.',
      lookup(shape<Exchange>(exchange)),
    ),
  },
  {
    judges: described(
      'By the ID of the exchange: the checks that judged it, recorded it, used it as a precondition, or are undecided. The clauses about every response judge each exchange, too.',
      lookup(
        exactly({}, { judged: texts, recorded: texts, prepares: texts, undecided: texts } satisfies Record<
          (typeof roles)[number],
          unknown
        >),
      ),
    ),
    created: described('What the run created on a live target.', list(created)),
    previous: described('The previous run of this target, according to PREVIOUS.', previousRun),
    fixed: described('The faults of the previous run that this run shows to be fixed.', texts),
    found: described('The samples that found something, so that a later run can repeat them.', foundSamples),
  },
);

const record = exactly({
  /** Raised when a field is removed or changes its meaning. */
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
    'What a run of the conformance suite found. `result` is the same for runs with the same responses; `run` differs from run to run, and `judge` rejudges a run from it.',
  ...record,
};
