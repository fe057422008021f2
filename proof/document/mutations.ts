import { nodesOf, type Source } from '../../spec/document';
import { compile } from '../../spec/generate';
import { type ClauseId, ledger } from '../../spec/ledger';
import type { Validators } from '../../spec/load';
import { type Path, pointerTo } from '../../spec/pointer';
import { judge } from '../../src/judge/judge';
import { corpus, type Sample } from './corpus';

type Document = Source['document'];

/** What becomes of one place of a document: another value, none, or the same under another name. */
type Change = { name: string } & ({ value: unknown } | { removed: true } | { renamed: string });

/** Each keyword that asserts something, each example and each status, changed or removed one at a time. */
function changesAt(place: Path, value: unknown): Change[] {
  const [last = '', parent] = place.toReversed();
  const removed: Change = { name: 'removed', removed: true };
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
      return [removed];
    case 'pattern':
      return [removed, put(`${value}`.slice(1)), put(`${value}`.slice(0, -1)), put('^[a-z]+_error$')];
    case 'minItems':
    case 'minLength':
      return [removed, put(Number(value) + 1)];
    default:
      return [];
  }
}

/** A schema component that asserts nothing. */
function isOpen(value: unknown): boolean {
  return Object.keys(value ?? {}).every((name) => name === 'description');
}

/** A code of another status. */
function otherThan(codes: unknown): string {
  return `${codes}` === 'upstream_error' ? 'not_found' : 'upstream_error';
}

/** The document after a change. What refers to a component that is removed or renamed goes or follows. */
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

/** Whether a document judges an answer of the corpus otherwise than the contract does. */
function isNoticed(document: Document): boolean {
  const validators = compile(document);
  return corpus(document).some(
    (sample) => `${brokenBy(sample, validators)}` !== `${sample.breaks.toSorted()}`,
  );
}

/** The must clauses that an answer breaks, as a document has it; as ours has it where none is given. */
export function brokenBy({ seen }: Sample, document?: Validators): ClauseId[] {
  const clauses = judge(seen, undefined, document).breaches.map(({ clause }) => clause);
  return clauses.filter((clause) => ledger[clause].level === 'must').sort();
}

/** Changes each keyword, example and status of the document, one at a time: a line for each change that nothing notices. */
export function unnoticed(document: Document): string[] {
  return [...nodesOf(document)].flatMap(([place, value]) =>
    changesAt(place, value)
      .filter((change) => !isNoticed(changed(document, place, change)))
      .map(({ name }) => `${nameOf(place)}: ${name}`),
  );
}

/** A place without the steps that tell nothing. */
function nameOf(place: Path): string {
  const dull = ['components', 'paths', 'get', 'content', 'application/json', 'properties', 'schema', 'value'];
  return place.filter((step) => !dull.includes(step)).join(' ');
}
