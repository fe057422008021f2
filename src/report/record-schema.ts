import { everyOperation } from '../../spec/operations';
import {
  type Accepted,
  anything,
  constant,
  count,
  described,
  flag,
  hash,
  integer,
  list,
  lookup,
  moment,
  number,
  object,
  oneOf,
  orNull,
  shape,
  text,
} from '../../spec/shapes';
import type { Cost } from '../judge/credits/cost';
import type { Context, Evidence, Exchange } from '../judge/data/evidence';
import { type Attempt, endings, type Run, type RunSettings } from '../judge/data/run';
import { knownFailureSchema } from '../judge/faults/check-known-failures';
import { severities } from '../judge/faults/faults';
import type { KnownFailure } from '../judge/faults/known-failures';
import { previousRun } from '../judge/faults/previous-run';
import type { Row } from '../judge/texts/failure-text';
import { worstFirst } from '../judge/verdict/check-verdicts';
import type { CreatedWork } from '../judge/verdict/created-work';
import { exitCodes, type OutcomeWord } from '../judge/verdict/outcome';

/**
 * conformance.json: the results of a run for machines, and the data that they follow from. Page and summary show
 * the same results. The types of these data are those of the judge, and not described further here.
 */

/** Version of the format. Raise it for every change that a reader of the previous version cannot read. */
export const VERSION = 14;

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
const undecidedCounts = { inconclusive: count, blocked: count, notTested: count };
const level = oneOf(['must', 'should', 'unspecified', 'unobservable']);
const operation = oneOf(everyOperation);
const pairs = list(shape<Row>({ type: 'array', prefixItems: [text, text], items: false, minItems: 2 }));

const outcome = object({
  word: oneOf(Object.keys(exitCodes) as OutcomeWord[]),
  exitCode: oneOf<number>([0, 1, 2, 3, 4]),
  sentence: text,
  partial: described('Some checks were not selected.', flag),
  reasons: texts,
  counts: object(
    {
      must: object({ conforms: count, violates: count, ...undecidedCounts }),
      known: count,
      should: object({ conforms: count, deviates: count, ...undecidedCounts }),
      unspecified: count,
      unobservable: count,
    },
    { inPart: described('Must and should clauses that were tested only in part.', count) },
  ),
});

const clause = object(
  {
    id: text,
    level,
    sentence: text,
    section: text,
    verdict,
    known: described('Each of its violations is a known failure.', flag),
    checks: list(
      object(
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
            list(object({ place: text, verdict: unjudged, reason: text }, { guard })),
          ),
        },
      ),
    ),
    failures: described('Signatures.', texts),
  },
  { reason: text },
);

const known = shape<KnownFailure>(knownFailureSchema);

const failure = object(
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
      object({ responses: count, operations: list(operation) }),
    ),
  },
);

const fault = object(
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
      pairs,
    ),
  },
  { isNew: described('The previous run of this target did not find it.', flag) },
);

const cell = object(
  { actor: text, verdict: oneOf(['conforms', 'violates', 'deviates', 'seen']), check: text },
  {
    variable: described("The variable of the sender's key; absent for a sender without an account.", text),
  },
);

const row = object(
  {
    code: text,
    status: integer,
    clauses: texts,
    cells: described('By endpoint.', lookup(list(cell))),
  },
  { absent: object({ verdict, reason: text }) },
);

const result = object(
  {
    suite: object({ name: text, version: text }),
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
  },
);

const cost = shape<Cost>(
  object(
    {
      requests: count,
      aiRequests: count,
      disturbances: count,
      waited: described('Milliseconds of planned waits.', number),
      credits: orNull(object({ before: number, after: number })),
      chapters: lookup(object({ requests: count, aiRequests: count })),
    },
    {
      unconfirmed: described('How many AI requests may have been carried out: no response shows it.', count),
    },
  ),
);

/** The evidence of a check, with its exchanges by their IDs. */
type RecordedEvidence = Omit<Evidence, 'clause' | 'context' | 'observations' | 'exchanges'> & {
  exchanges: string[];
};

/** A run. The keys of `unclaimed` are keys of `run.exchanges`. */
type Course = Omit<Run, 'checks' | 'unclaimed'> & { unclaimed?: string[] };

const evidence = object({
  attempts: list(
    shape<Omit<Attempt, 'evidence'> & { evidence: RecordedEvidence | null }>(
      object({
        status: text,
        errors: texts,
        evidence: orNull(object({ exchanges: keys, assertions: list(anything) })),
      }),
    ),
  ),
  observations: lookup(texts),
});

const exchange = shape<Exchange>(
  object({
    id: text,
    actor: described('The role of the sender.', text),
    variable: described('The variable of its key; null for a sender without an account.', orNull(text)),
    operation,
    request: object({ method: text, url: text, headers: pairs, body: orNull(text) }),
    response: orNull(
      object({
        status: integer,
        headers: pairs,
        body: described('Masked, and cut off after 64 KiB, or after 4 KiB once a run has stored much.', text),
        bodyBytes: count,
        milliseconds: number,
      }),
    ),
  }),
);

const run = object(
  {
    started: moment,
    milliseconds: count,
    node: text,
    playwright: text,
    cost,
    failures: described(
      'By signature: what was expected and received.',
      lookup(object({ expected: text, received: text, exchanges: keys }, { note: text })),
    ),
    faults: described('By root cause, the worst first.', list(fault)),
    settings: shape<RunSettings>(object({ target: text, settings: texts })),
    course: described(
      'How the run was selected and how it ended.',
      shape<Course>(object({ filters: texts, ending: oneOf(endings), errors: texts })),
    ),
    list: described('The known failures.', list(known)),
    leaks: described('Files in which a secret was found.', texts),
    context: described(
      'What the responses of the run are judged with.',
      shape<Context>(
        object({ words: texts, verifiedEarlier: texts, accepted: texts, rejected: texts, facts: anything }),
      ),
    ),
    evidence: described('By the ID of the check.', lookup(evidence)),
    exchanges: described('By ID. An exchange that several checks share is listed once.', lookup(exchange)),
  },
  {
    created: described(
      'What the run created, or may have created, on a live target.',
      list(shape<CreatedWork>(anything)),
    ),
    previous: described('The previous run of this target, according to PREVIOUS.', previousRun),
    fixed: described('The faults of the previous run that this run shows to be fixed.', texts),
  },
);

const record = object({
  /** Raised when a field is removed or changes its meaning. */
  version: described(`${VERSION}`, constant(VERSION)),
  result,
  run,
  $schema: constant('./conformance.schema.json'),
});

export type ConformanceRecord = Accepted<typeof record>;

/** The JSON Schema of conformance.json, which `docs` writes. */
export const recordSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `conformance.json, version ${VERSION}`,
  description:
    'What a run of the conformance suite found. `result` is the same for runs with the same responses; `run` differs from run to run, and has what the results follow from.',
  ...record,
};
