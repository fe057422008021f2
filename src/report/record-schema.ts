import { everyOperation } from '../../spec/operations';
import {
  type Accepted,
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
import type { Exchange, Response } from '../judge/data/evidence';
import { knownFailureSchema } from '../judge/faults/check-known-failures';
import { severities } from '../judge/faults/faults';
import type { KnownFailure } from '../judge/faults/known-failures';
import { VERSION } from '../judge/faults/previous-run';
import type { Row } from '../judge/texts/failure-text';
import { worstFirst } from '../judge/verdict/check-verdicts';
import type { CreatedWork } from '../judge/verdict/created-work';
import { exitCodes, type Outcome, type OutcomeWord } from '../judge/verdict/outcome';

/** conformance.json: the settings, verdicts, faults and exchanges of a run, as page and summary show them. */

const texts = list(text);
const exchangeIds = described('Keys of `run.exchanges`.', texts);
const pairs = list(shape<Row>({ type: 'array', prefixItems: [text, text], items: false, minItems: 2 }));
const status = described('Null if there was no response.', orNull(integer));
const operations = list(oneOf(everyOperation));
const verdict = oneOf(worstFirst);
const failed = oneOf(['violates', 'deviates']);
const why = { reason: text, guard: described('The guard that decided: a name in src/judge/guards.', text) };

const check = object(
  { id: text, title: text, file: text, line: count, cost: oneOf(['free', 'billable', 'bursts']), verdict },
  { ...why, untested: list(object({ place: text, verdict, reason: text }, why)) },
);

const clause = object(
  {
    id: text,
    level: oneOf(['must', 'should', 'unspecified', 'unobservable']),
    sentence: text,
    section: text,
    verdict,
    known: described('Each of its violations is a known failure.', flag),
    operations: described('Where it was judged.', operations),
    checks: list(check),
  },
  { reason: text },
);

const result = object(
  {
    suite: object({ name: text, version: text }),
    contract: described('Hash of the document and the ledger.', hash),
    target: described('`built-in mock`, or the base URL without credentials.', text),
    settings: described('Names of variables, without values.', texts),
    outcome: object({
      word: oneOf(Object.keys(exitCodes) as OutcomeWord[]),
      exitCode: oneOf<number>([0, 1, 2, 3, 4]),
      sentence: text,
      partial: described('Some checks were not selected.', flag),
      reasons: texts,
      counts: shape<Outcome['counts']>({ type: 'object' }),
    }),
    clauses: list(clause),
    unchecked: described('Known failures that this run could not check, each with the reason.', texts),
  },
  { name: described('NAME: the name of the target in reports.', text) },
);

const finding = object(
  {
    clause: text,
    verdict: failed,
    checkId: text,
    check: text,
    file: text,
    line: integer,
    status,
    code: described('Null if the response has no error code.', orNull(text)),
    expected: text,
    received: text,
    exchanges: exchangeIds,
    seen: described('How many responses show it, and where.', object({ responses: count, operations })),
  },
  {
    note: text,
    known: shape<KnownFailure>(knownFailureSchema),
  },
);

const fault = object(
  {
    fault: described(
      'Its cause, and what came in place of what must come: its name in lists of known failures.',
      text,
    ),
    verdict: failed,
    severity: oneOf(severities),
    title: described('What happened, without any text of the server.', text),
    sentence: described('The title, what was expected and received, and at how many operations.', text),
    known: described('The list of known failures has an entry for it.', flag),
    clauses: described('The clauses that it violates; the sentence is about the first.', texts),
    operations,
    findings: list(finding),
    rows: described('Pairs of a name and a text: request, response, a command to repeat it ...', pairs),
  },
  {
    newAt: described('The operations at which the previous run of this target did not find it.', operations),
  },
);

const exchange = shape<Omit<Exchange, 'response'> & { response: Omit<Response, 'reading'> | null }>(
  object({
    id: text,
    actor: described('The role of the sender.', text),
    variable: described('The variable of its key; null for a sender without an account.', orNull(text)),
    operation: oneOf(everyOperation),
    request: object({ method: text, url: text, headers: pairs, body: orNull(text) }),
    response: orNull(object({ status, headers: pairs, body: text, bodyBytes: count, milliseconds: number })),
  }),
);

const seen = object(
  {
    observations: described('What the contract leaves unspecified: each kind of response.', lookup(texts)),
    families: described('Families of probes, each with some of its members.', lookup(texts)),
    places: described('Where the families were sent.', texts),
  },
  { shown: described('The exchange that shows most: a key of `run.exchanges`.', text) },
);

const run = object(
  {
    started: moment,
    milliseconds: count,
    node: text,
    playwright: text,
    whole: described('All checks were selected and sent.', flag),
    depth: described('DEPTH.', count),
    cost: shape<Cost>({ type: 'object' }),
    created: list(shape<CreatedWork>({ type: 'object' })),
    faults: described('By cause, the worst first.', list(fault)),
    fixed: described('The faults of the previous run that this run shows to be fixed.', texts),
    checks: described('By ID: what they saw.', lookup(seen)),
    exchanges: described('By ID. What several checks share is listed once.', lookup(exchange)),
  },
  {
    previous: described('When the run of PREVIOUS started.', moment),
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
    'What a run of the conformance suite found. `result` is the same for runs with the same responses; `run` differs from run to run.',
  ...record,
};
