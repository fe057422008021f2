import { contract } from '../../../spec/contract';
import { isKnownOperation, type KnownOperation } from '../../../spec/operations';
import { differencesFrom } from '../../../spec/validators';
import type { AssertionResult, Operation } from '../data/evidence';
import { at, kindOf, type Pointer, shapeOf } from '../data/json';
import { quoted } from '../data/quoted';
import { type Listing, listing } from './models';

/**
 * What the document says about a response: of its operation if the document shows it, else of any failure. Undefined if
 * the document shows no response with this status.
 */
export function shownFor(operation: Operation, status: number) {
  const { answers, failures } = contract;
  const byStatus = isKnownOperation(operation) ? answers[operation] : failures;
  return byStatus?.[status] ?? byStatus?.[`${Math.floor(status / 100)}XX`];
}

/**
 * Whether a success of a known operation is as documented. The document allows envelopes, so a list of models
 * is judged once more outside its envelope. It is not met where it is unclear which of `several` lists is
 * meant.
 * @param listed where the list of models is, if known
 */
export function documented(
  operation: KnownOperation,
  status: number,
  json: unknown,
  listed?: Listing,
): AssertionResult & { several?: true } {
  const validate = shownFor(operation, status);
  const departs = (what: string): AssertionResult => ({
    met: false,
    received: { kind: 'found', status, what },
  });
  if (validate === undefined) return departs('a status that the document does not show');
  const departureOf = (value: unknown, place: Pointer) => {
    const [first] = differencesFrom(validate, value);
    if (first === undefined) return undefined;
    const there = at(value, first.instancePath);
    const sight = typeof there === 'string' ? quoted(there) : shapeOf(there);
    return departs(`${sight} at ${place + first.instancePath || 'the top'}`);
  };
  const met: AssertionResult = { met: true, received: { kind: 'found', status, what: kindOf(json) } };
  const modelList = operation === 'models' ? (listed ?? listing(json)) : undefined;
  // An envelope may itself be a list of other things.
  const isInAList =
    Array.isArray(json) && modelList !== undefined && (!('list' in modelList) || modelList.list !== json);
  const whole = isInAList ? undefined : departureOf(json, '');
  if (whole !== undefined || modelList === undefined || json === null || typeof json !== 'object')
    return whole ?? met;
  if ('several' in modelList) return { ...met, met: false, several: true };
  if ('missing' in modelList) return departs(modelList.missing);
  return departureOf(modelList.list, modelList.pointer) ?? met;
}
