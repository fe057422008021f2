import type { ErrorObject } from 'ajv';
import { contract, knownOperations } from '../../../spec/contract';
import type { ErrorCode } from '../../../spec/error-code';
import type { ClauseId } from '../../../spec/ledger';
import { isKnownOperation, type KnownOperation } from '../../../spec/operations';
import { pathOf } from '../../../spec/pointer';
import { differencesFrom } from '../../../spec/validators';
import type { Operation, Universal, UniversalViolation } from '../data/evidence';
import type { Expectation, Observation, Rule } from '../data/expectation';
import { uniqueBy } from '../data/grouped';
import { at, type Pointer } from '../data/json';
import { quoted } from '../data/quoted';
import { type Answer, contentOf, observed } from './answer';
import { documented, shownFor } from './documented';
import { errorIn, rejectionIn } from './error-object';
import type { Listing } from './models';
import { formatValue, hasError, observation, responseRules, type SeenResponse } from './response-rules';

/** What a response is judged by, besides itself. */
export interface Known {
  /** The `error.type` that every error of the run must have; undefined if it is unknown. */
  constantType?: string | undefined;
  /** The service words of the model names, or SERVICE; empty if none are known. */
  words: readonly string[];
  /** Where the list of models is, if the target file says so. */
  models?: Listing | undefined;
}

type BrokenRule = [clause: ClauseId, rule: Rule];
const singleField: BrokenRule = ['errors.body.single-field', 'single field'];
const documentedFields: BrokenRule = ['errors.object.fields', 'documented fields'];

/**
 * By its place in an error body, the clause that a difference from the document violates. A field of `error` that is not
 * listed has no clause of its own: `errors.object.fields` judges it.
 */
const documentRules: Record<Pointer, BrokenRule> = {
  '': singleField,
  '/error': documentedFields,
  '/error/code': ['errors.code.listed', 'listed code'],
  '/error/message': ['errors.message.string', 'message string'],
  '/error/type': ['errors.type.constant', 'type form'],
};

/** The expectation of a success of an operation that goes beyond the document, if there is one. */
const shown: Partial<Record<KnownOperation, Expectation>> = {
  models: { kind: 'models' },
  credits: { kind: 'credits' },
  job: { kind: 'rule', rule: 'job' },
};

/**
 * Judges a response by itself (contract 2.1, 4, 7): by the document, and by the rules that no schema can say. A redirect
 * is neither a success nor a failure. At addresses that the contract does not know, nothing is judged.
 * @param operation the one as whose response it is judged
 */
export function judge(answer: Answer, known: Known, operation = answer.exchange.operation): Universal {
  const { status } = answer;
  if (operation === 'other' || (status >= 300 && status < 400)) return nothing;
  const body = answer.reading.json;
  const seen = { ...answer, ...known, operation, body, error: rejectionOf(answer, operation) };
  const kind = status >= 400 ? 'failure' : 'success';
  const byDocument = kind === 'failure' ? judgeFailure(seen) : judgeSuccess(seen);
  const rules = responseRules
    .filter(({ on }) => on.includes(kind))
    .map((each) => ({ ...each, received: each.broken(seen) }));
  const judged = rules.filter(({ isShown, received }) => received !== undefined || isShown(seen));
  const violations = rules.flatMap(({ clause, rule, received, values }) =>
    received === undefined ? [] : [violation(clause, rule, received, values?.(seen))],
  );
  const clauses = [...byDocument.judged, ...judged.map(({ clause }) => clause)];
  return {
    judged: [...new Set(clauses)],
    // A response may break a clause in a million places; one is reported.
    violations: uniqueBy([...byDocument.violations, ...violations], ({ clause }) => clause),
  };
}

const nothing: Universal = { judged: [], violations: [] };

/** The error object of a failed request, or the one with which a success status rejects its request. */
function rejectionOf(answer: Answer, operation: Operation): Record<string, unknown> | undefined {
  const content = contentOf(answer);
  return answer.status < 400 ? rejectionIn(content, { ...answer.exchange, operation }) : errorIn(content);
}

function judgeSuccess({ operation, status, body, error, models }: SeenResponse): Universal {
  if (error !== undefined || body === undefined || !isKnownOperation(operation)) return nothing;
  const { clause } = knownOperations[operation];
  const expected = shown[operation] ?? { kind: 'documented', operation };
  const { met, received, several } = documented(operation, status, body, models);
  // The target file may say wrongly where the list is. The check of the list reports that.
  const unclear = several || (operation === 'models' && models !== undefined && !('list' in models));
  return {
    // The document says everything that the clause of the list does.
    judged: operation === 'models' && !unclear ? [clause] : [],
    violations: met || unclear ? [] : [{ clause, expected, received }],
  };
}

function judgeFailure(seen: SeenResponse): Universal {
  const { body, error } = seen;
  const validate = shownFor(seen.operation, seen.status);
  const differences = body === undefined ? [] : differencesFrom(validate ?? contract.failure, body);
  const due = statusOf(error?.code);
  const atCode = ({ instancePath }: ErrorObject) => instancePath === '/error/code';
  const misplaced = validate === undefined || differences.some(atCode);
  const isThere = (place: Pointer) =>
    place === '' || (place === '/error' ? hasError(seen) : error !== undefined);
  const ofDocument = Object.entries(documentRules).flatMap(([place, [clause]]) =>
    isThere(place) ? [clause] : [],
  );
  return {
    judged: due === undefined ? ofDocument : [...ofDocument, 'errors.code.status'],
    violations: [
      ...judgeText(seen),
      ...differences
        .filter((each) => due === undefined || !atCode(each))
        .flatMap((each) => violationsOf(each, seen)),
      ...(due !== undefined && misplaced ? [underAnotherStatus(seen, error?.code, due)] : []),
    ],
  };
}

/** What a parsed body does not show: text that is not JSON, and duplicate fields. */
function judgeText(seen: SeenResponse): UniversalViolation[] {
  if (seen.body === undefined) return [violation(...singleField, observed(seen))];
  return seen.reading.twice.map((name) => violation(...singleField, observation(`${quoted(name)} twice`)));
}

/** The violations by a difference from the document. A missing field of `error` also violates its own clause. */
function violationsOf(
  { instancePath: pointer, keyword, params }: ErrorObject,
  seen: SeenResponse,
): UniversalViolation[] {
  const here = documentRules[pointer] ?? documentedFields;
  const field = (name: unknown) => [...pathOf(pointer), `${name}`].join('.');
  const differs = ([clause, rule]: BrokenRule, received: Observation) =>
    violation(clause, rule, received, rule === 'documented fields' ? [...contract.errorFields] : undefined);
  if (keyword === 'required') {
    const there = documentRules[`${pointer}/${params.missingProperty}`];
    const broken = pointer === '' || there === undefined ? [here] : [here, there];
    const missing = field(params.missingProperty);
    return broken.map((each) => differs(each, { kind: 'missing', field: missing }));
  }
  if (keyword === 'additionalProperties')
    return [differs(here, observation(`an extra field ${quoted(field(params.additionalProperty))}`))];
  if (pointer === '') return [differs(here, observed(seen))];
  // Its expectation names a field that has a rule of its own.
  const place = pointer !== '/error' && documentRules[pointer] ? '' : ` in ${pathOf(pointer).join('.')}`;
  return [differs(here, observation(`${formatValue(at(seen.body, pointer))}${place}`))];
}

function underAnotherStatus({ status }: Answer, code: unknown, due: number): UniversalViolation {
  const expected: Expectation = { kind: 'failure', pairs: [{ status: due, code: code as ErrorCode }] };
  return { clause: 'errors.code.status', expected, received: observation(`${status} ${code}`) };
}

/** The status that belongs to a code of the table; undefined for any other value. */
function statusOf(code: unknown): number | undefined {
  const { codes } = contract;
  return typeof code === 'string' && Object.hasOwn(codes, code) ? codes[code] : undefined;
}

function violation(
  clause: ClauseId,
  rule: Rule,
  received: Observation,
  values?: string[],
): UniversalViolation {
  return { clause, expected: { kind: 'rule', rule, ...(values && { values }) }, received };
}
