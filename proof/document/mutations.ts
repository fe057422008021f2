import { nodesOf, type Source } from '../../spec/document';
import { compile } from '../../spec/generate';
import { type ClauseId, ledger } from '../../spec/ledger';
import { type Path, pointerTo } from '../../spec/pointer';
import type { Validators } from '../../spec/validators';
import { judge } from '../../src/judge/response/judge';
import { corpus, type Sample } from './corpus';

type Document = Source['document'];

/** A change at one place of a document: a new value, removal, or a new name. */
type Change = { name: string } & ({ value: unknown } | { removed: true } | { renamed: string });

/** Returns the changes to test at this place, if it is an asserting keyword, an example or a status. */
function changesAt(place: Path, value: unknown): Change[] {
  const [last = '', parent] = place.toReversed();
  const removed: Change = { name: 'removed', removed: true };
  // What the suite sends is judged by nothing.
  if (place.includes('parameters')) return [];
  const put = (made: unknown, name = JSON.stringify(made)): Change => ({ name, value: made });
  if (place.includes('examples')) {
    if (parent === 'examples') return [removed];
    return place.includes('value') && typeof value !== 'object' ? [put(12)] : [];
  }
  if (parent === 'responses') {
    const other = last === '2XX' ? '200' : '418';
    return [removed, { name: other, renamed: other }];
  }
  if (!place.some((step) => step === 'schemas' || step === 'schema') || parent === 'properties') return [];
  if (parent === 'schemas' && isOpen(value)) return [put({ type: 'boolean' })];

  const list = [value].flat();
  const without = list.map((each) =>
    put(
      list.filter((other) => other !== each),
      `without ${JSON.stringify(each)}`,
    ),
  );
  const less = list.length > 1 ? [removed, ...without] : [removed];
  const more = (each: unknown) => put([...list, each], `with ${JSON.stringify(each)}`);
  switch (last) {
    case 'type':
      return [
        ...less,
        ...(list.length > 1 ? [] : [put({ object: 'array', number: 'string' }[String(value)] ?? 'number')]),
      ];
    case 'required':
      return [...less, more('more')];
    case 'enum':
      return [
        ...less,
        more(place.includes('CreditsAnswer') ? 12 : place.includes('ErrorCode') ? 'gone' : otherThan(value)),
      ];
    case 'additionalProperties':
    case 'const':
    case 'exclusiveMaximum':
    case 'exclusiveMinimum':
    case 'multipleOf':
    case 'uniqueItems':
      return [removed];
    case 'pattern':
      return [removed, put(`${value}`.slice(1)), put(`${value}`.slice(0, -1)), put('^[a-z]+_error$')];
    case 'minimum':
    case 'minItems':
    case 'minLength':
      return [removed, put(Number(value) + 1)];
    case 'maximum':
    case 'maxItems':
    case 'maxLength':
      return [removed, put(Number(value) - 1)];
    default:
      return [];
  }
}

/** Whether a schema asserts nothing. */
function isOpen(schema: unknown): boolean {
  return Object.keys(schema ?? {}).every((name) => annotations.has(name));
}

const annotations: ReadonlySet<string> = new Set([
  'description',
  'example',
  'examples',
  'title',
  'deprecated',
]);

/** Returns a code of another status. */
function otherThan(codes: unknown): string {
  return `${codes}` === 'upstream_error' ? 'not_found' : 'upstream_error';
}

/** Applies a change. References to a removed component are removed, those to a renamed one follow it. */
function changed(document: Document, place: Path, change: Change): Document {
  if ('value' in change) return edited(document, place, () => change.value) as Document;
  const [last = ''] = place.slice(-1);
  const made = edited(document, place.slice(0, -1), (holder) =>
    Object.fromEntries(
      Object.entries(holder ?? {}).flatMap(([name, value]) =>
        name !== last ? [[name, value]] : 'renamed' in change ? [[change.renamed, value]] : [],
      ),
    ),
  );
  const here = `#${pointerTo(place)}`;
  return JSON.parse(JSON.stringify(made), (_, value) => {
    if (value?.$ref !== here) return value;
    return 'renamed' in change
      ? { $ref: `#${pointerTo([...place.slice(0, -1), change.renamed])}` }
      : undefined;
  });
}

function edited(node: unknown, [step, ...rest]: Path, edit: (value: unknown) => unknown): unknown {
  if (step === undefined) return edit(node);
  const copy = Array.isArray(node) ? [...node] : { ...(node as object) };
  return Object.assign(copy, { [step]: edited(Object(node)[step], rest, edit) });
}

/** Whether a document judges any of these responses differently from the contract. */
function isNoticed(document: Document, samples: typeof corpus): boolean {
  const validators = compile(document);
  return samples(document).some(
    (sample) => `${brokenBy(sample, validators)}` !== `${sample.breaks.toSorted()}`,
  );
}

/** Returns the must clauses that a response breaks, judged by a document, by default ours. */
export function brokenBy({ seen }: Sample, document?: Validators): ClauseId[] {
  const clauses = judge(seen, document).violations.map(({ clause }) => clause);
  return clauses.filter((clause) => ledger[clause].level === 'must').sort();
}

/**
 * Changes keywords, examples and statuses one at a time. Returns a line for each change without an effect.
 * @param samples the responses that a document is asked about
 */
export function unnoticed(document: Document, samples = corpus): string[] {
  // Otherwise each change would be noticed, whatever it is.
  if (isNoticed(document, samples)) return ['the document itself judges a response differently'];
  return [...nodesOf(document)].flatMap(([place, value]) =>
    changesAt(place, value)
      .filter((change) => !isNoticed(changed(document, place, change), samples))
      .map(({ name }) => `${nameOf(place)}: ${name}`),
  );
}

/** Names a place by its path, without the steps that add no information. */
function nameOf(place: Path): string {
  const dull = ['components', 'paths', 'get', 'content', 'application/json', 'properties', 'schema', 'value'];
  return place.filter((step) => !dull.includes(step)).join(' ');
}
