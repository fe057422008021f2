import { contract } from '../../../spec/contract';
import type { ErrorCode } from '../../../spec/error-code';
import { type ClauseId, ledger } from '../../../spec/ledger';
import { usesAi } from '../../../spec/operations';
import { isWork } from '../../../spec/works';
import { isMetered } from '../credits/charge';
import type { Exchange, Finding } from '../data/evidence';
import { type Expectation, isAnothersBalance, isOfRejection, isOneOf, isRule } from '../data/expectation';
import { groupedBy } from '../data/grouped';
import { at, isObject } from '../data/json';
import { suiteInfo } from '../data/suite-info';
import { answerOf, errorOf, saysAccepted } from '../response/answer';
import { isCached } from '../response/intermediaries';
import { isRandomKey } from '../response/shown';
import { showsWork } from '../response/shows-work';
import { formatList } from '../texts/wording';

/**
 * What a fault is called: its cause, and what came in place of what must come, `accepted` or status and code. Faults are
 * grouped, reported once, tolerated, and compared with other runs by this name and their operations. It has no text of the
 * service, and the same defect has the same name in every run.
 */

/** The causes that show under several clauses, or at a clause that says less, each with clauses that judge them. */
const named = {
  'a request without a key is accepted': ['auth.header.required'],
  'any key is accepted': ['auth.key.wrong'],
  'a wrong key is accepted': ['auth.key.wrong'],
  'white space around the key is removed': [
    'auth.key.leading-whitespace',
    'auth.key.trailing-no-break-space',
  ],
  'a cache ignores the key': ['auth.header.required', 'auth.key.wrong'],
  "another account's job is found": ['jobs.lookup.foreign'],
  "another account's run is found": ['runs.lookup.foreign'],
  "another account's credits are returned": ['credits.read'],
  'an ID that is not found is accepted': ['jobs.lookup.unknown', 'runs.lookup.unknown'],
  'the faulty connection is not named': ['workflows.message.names-connection'],
  'an error has a success status': ['errors.code.status'],
  'the error object is missing': ['errors.body.single-field'],
  'an error is not labelled as JSON': ['errors.body.media-type'],
  'the type is wrong': ['errors.type.constant', 'errors.type.service'],
  'the error object has another form': ['errors.object.fields'],
} as const satisfies Record<string, readonly ClauseId[]>;

type Named = keyof typeof named;

const ofNoContract = 'a response that is not in the contract';
const ofReads = 'reads are rejected';
const ofLookups = 'lookups are rejected';
const isMissing = /^the .* (?:is|are) missing$/;
const due = ' in place of ';

/** The clauses that show whether a fault of this name still occurs; none for a name that no fault has. */
export function clausesOf(fault: string): readonly string[] {
  const [cause = ''] = fault.split(': ');
  if (cause in named) return named[cause as Named];
  const clauses = Object.keys(suiteInfo.ledger);
  if (isMissing.test(cause)) return ['errors.object.fields'];
  if ([ofNoContract, ofReads, ofLookups].includes(cause)) return clauses;
  const [, rejection] = fault.split(due);
  const codesOf = (id: string) => suiteInfo.ledger[id]?.codes ?? [];
  return rejection === undefined
    ? clauses.filter((id) => id === cause)
    : clauses.filter((id) => codesOf(id).some((code) => rejection.endsWith(` ${code}`)));
}

/** What was received, reduced to what the contract specifies. */
interface Fingerprint {
  /** Null if there is no response. */
  status: number | null;
  /** `error.code` of the response; null if it has none. */
  code: string | null;
}

export function fingerprintOf(exchange: Exchange | undefined): Fingerprint {
  if (!exchange?.response) return { status: null, code: null };
  const answer = answerOf(exchange);
  return { status: exchange.response.status, code: (answer && errorOf(answer).code) ?? null };
}

const noKey: Named = 'a request without a key is accepted';
const wrongKey: Named = 'a wrong key is accepted';
const anyKey: Named = 'any key is accepted';

/**
 * Names the faults behind findings. Where any key is accepted, or none is needed, everything that is accepted in spite
 * of its key shows this. A list that tolerates a wrong key does not cover any key.
 * @param all the findings of the run that are not met
 */
export function faultNamesIn(all: readonly Finding[]): (unmet: Finding) => string {
  const idOf = ({ exchanges: [exchange] }: Finding) => exchange?.id ?? '';
  const byResponses = new Map(
    groupedBy(
      all.filter(({ universal }) => universal),
      idOf,
    ).map((same) => [idOf(same[0]), same]),
  );
  const names = new Map(all.map((each) => [each, faultNameOf(each, byResponses.get(idOf(each)) ?? [])]));
  const where = (name: Named, is: (exchange: Exchange, unmet: Finding) => boolean) =>
    new Set(
      all.flatMap((each) => {
        const [exchange] = each.exchanges;
        return exchange && names.get(each) === name && is(exchange, each) ? exchange.operation : [];
      }),
    );
  // After another request over its connection, it may be accepted for that one's key.
  const open = where(noKey, ({ connection }) => connection === undefined);
  const wrong = where(wrongKey, () => true);
  const any = where(
    wrongKey,
    (exchange, { note }) => isRandomKey(exchange) || (note?.kind === 'probe' && note.agrees === 0),
  );
  return (unmet) => {
    const { clause, expected, exchanges } = unmet;
    const [exchange] = exchanges;
    const name = names.get(unmet) ?? '';
    if (exchange === undefined || !saysAccepted(exchange) || !asksForKey(expected)) return name;
    const { operation } = exchange;
    if (open.has(operation)) return noKey;
    const isWrong =
      name === wrongKey ||
      (wrong.size > 0 && partial.includes(clause)) ||
      (wrong.has(operation) && clause === 'auth.key.trailing-no-break-space') ||
      any.has(operation);
    if (!isWrong || !asksForKey(expected, ['invalid_api_key'])) return name;
    return any.size > 0 ? anyKey : wrongKey;
  };
}

/** What else is accepted if only a part of each key is compared. */
const partial: readonly ClauseId[] = ['auth.key.incomplete', 'auth.key.wrong-case'];

/** Whether a request must be rejected for its key. */
const asksForKey = (
  expected: Expectation,
  codes: readonly ErrorCode[] = ['missing_api_key', 'invalid_api_key'],
) => expected.kind === 'failure' && expected.pairs.every(({ code }) => codes.includes(code));

/** @param violations the findings by the clauses about every response, by the same response */
function faultNameOf(finding: Finding, violations: readonly Finding[]): string {
  const { clause, expected, exchanges, universal } = finding;
  const [exchange] = exchanges;
  if (isAnothersBalance(expected)) return "another account's credits are returned" satisfies Named;
  if (exchange?.response == null) return `${clause}: no response`;
  if (universal) return universalFaultName(finding, violations);
  const seen = fingerprintOf(exchange);
  const hiding = hidingViolation(expected, seen, violations);
  if (saysAccepted(exchange) && seen.code === null && isOfRejection(expected))
    return acceptanceOf(clause, expected, exchange);
  if (hiding !== undefined) return universalFaultName(hiding, violations);
  if (expected.kind === 'names connection') return 'the faulty connection is not named' satisfies Named;
  if (saysAccepted(exchange) || isMetered(expected) || expected.kind === 'alike') return clause;
  if (seen.code === null || !Object.hasOwn(suiteInfo.codes, seen.code))
    return `${ofNoContract}: ${seen.status}`;
  const came = `${seen.status} ${seen.code}`;
  const [pair] = expected.kind === 'failure' ? expected.pairs : [];
  if (pair !== undefined) return `${came}${due}${pair.status} ${pair.code}`;
  if (usesAi(exchange.operation) || isOneOf(expected, 'rejection', 'failure or success'))
    return `${clause}: ${came}`;
  return `${isWork(exchange.operation) ? ofLookups : ofReads}: ${came}`;
}

/** The acceptances that have a name of their own. */
const acceptances: Partial<Record<ClauseId, Named>> = {
  'auth.header.required': noKey,
  'auth.key.wrong': wrongKey,
  'auth.key.leading-whitespace': 'white space around the key is removed',
  'auth.key.trailing-no-break-space': 'white space around the key is removed',
  'jobs.lookup.foreign': "another account's job is found",
  'runs.lookup.foreign': "another account's run is found",
};

function acceptanceOf(clause: ClauseId, expected: Expectation, exchange: Exchange): string {
  const isAboutId =
    expected.kind === 'rejection' ||
    (expected.kind === 'failure' && expected.pairs.some(({ code }) => code === 'not_found'));
  if (isCached(exchange)) return 'a cache ignores the key' satisfies Named;
  if (isAboutId && isWork(exchange.operation) && !showsWork(exchange))
    return 'an ID that is not found is accepted' satisfies Named;
  return acceptances[clause] ?? `${clause}: accepted`;
}

/** The violation by a response of a clause about every response that also explains why it is not the expected one. */
function hidingViolation(
  expected: Expectation,
  { status, code }: Fingerprint,
  violations: readonly Finding[],
): Finding | undefined {
  const ofClause = (id: ClauseId) => violations.find(({ clause }) => clause === id);
  const isError =
    violations.find((each) => isRule(each.expected, 'no error under success')) ??
    ofClause('errors.code.status');
  if (expected.kind === 'failure') {
    if (expected.pairs.some((pair) => pair.code === code)) return isError;
    if (!expected.pairs.some((pair) => pair.status === status)) return undefined;
    return code === null
      ? violations.find(({ clause }) => ledger[clause].level === 'must')
      : ofClause('errors.code.listed');
  }
  if (status === null || status >= 300) return undefined;
  if (isOneOf(expected, 'rejection', 'failure or success')) return isError;
  return expected.kind === 'alike' ? undefined : ofClause('service.json');
}

/** The clauses about the fields of an error object. */
const aboutFields: readonly ClauseId[] = [
  'errors.object.fields',
  'errors.code.listed',
  'errors.message.string',
  'errors.type.constant',
  'errors.type.service',
];

/** An error object that is wrong in several ways has another form. */
function universalFaultName(violation: Finding, all: readonly Finding[]): string {
  if (!aboutFields.includes(violation.clause)) return formFault(violation);
  const [name = '', ...others] = new Set(
    all.filter(({ clause }) => aboutFields.includes(clause)).map(formFault),
  );
  return others.length > 0 ? ('the error object has another form' satisfies Named) : name;
}

function formFault(violation: Finding): string {
  const { clause, received, exchanges } = violation;
  const error = exchanges[0] && at(answerOf(exchanges[0])?.reading.json, '/error');
  if (received.kind === 'missing' && isObject(error)) {
    const missing = contract.errorFields.filter((field) => !(field in error));
    return `the ${formatList(missing)} ${missing.length > 1 ? 'are' : 'is'} missing`;
  }
  const isAboutObject = clause === 'errors.body.single-field' || clause === 'errors.object.fields';
  if (isAboutObject && !isObject(error)) return 'the error object is missing' satisfies Named;
  if (clause === 'errors.type.constant' || clause === 'errors.type.service')
    return 'the type is wrong' satisfies Named;
  if (isRule(violation.expected, 'no error under success'))
    return 'an error has a success status' satisfies Named;
  if (isRule(violation.expected, 'media type')) return 'an error is not labelled as JSON' satisfies Named;
  return clause;
}
