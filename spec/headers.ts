import { isOpen, nodesOf, type Source, targetOf } from './document';
import { type ClauseId, ledger } from './ledger';
import { type Path, valueAt } from './pointer';
import type { Header } from './validators';

/** A header in the document. */
interface Shown {
  required?: boolean;
  schema?: unknown;
  'x-clause'?: ClauseId;
}

/**
 * The headers of a response that can be violated, by name.
 * @param place the path of the response
 * @param make makes a validator of the schema at a path
 */
export function headersOf<T>(
  document: Source['document'],
  place: Path,
  make: (path: Path) => T,
): Record<string, Header<T>> {
  return Object.fromEntries(
    Object.keys(valueAt(document, [...place, 'headers']) ?? {}).flatMap((name) => {
      const path = targetOf(document, [...place, 'headers', name]);
      const { required = false, 'x-clause': clause } = valueAt(document, path) as Shown;
      if (clause === undefined) return [];
      const type = typeAt(document, [...path, 'schema']);
      return [[name, { clause, required, type, validate: make([...path, 'schema']) }]];
    }),
  );
}

/** The types that the text of a header is read as. */
const types: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/** The type of a schema, which may be referenced. One without assertions is of any text. */
function typeAt(document: Source['document'], path: Path): string {
  const { type = 'string' } = valueAt(document, targetOf(document, path)) as { type?: string };
  return type;
}

/** Checks that each header of a response names the clause that it is judged by, if there is anything to judge. */
export function checkHeaders({ document, errorAt }: Source): void {
  for (const [place] of nodesOf(document)) {
    if (place.at(-2) !== 'headers' || place.at(-4) !== 'responses') continue;
    const path = targetOf(document, place);
    const { required, schema, 'x-clause': clause } = valueAt(document, path) as Shown;
    if (/^content-type$/i.test(`${place.at(-1)}`))
      throw errorAt(place, 'OpenAPI ignores this header: content says what the type is');
    if (schema === undefined) throw errorAt(path, 'the header has no schema');
    const isJudged = required || !isOpen(schema);
    if (isJudged && clause === undefined) throw errorAt(path, 'the header has no x-clause');
    if (!isJudged && clause !== undefined)
      throw errorAt(
        path,
        'nothing violates this header: make it required, give it a type, or remove x-clause',
      );
    if (clause !== undefined && !Object.hasOwn(ledger, clause))
      throw errorAt([...path, 'x-clause'], `there is no clause "${clause}"`);
    const { type } = valueAt(document, targetOf(document, [...path, 'schema'])) as { type?: unknown };
    if (!isOpen(schema) && !types.includes(type))
      throw errorAt([...path, 'schema'], `a header is text: its type is one of ${types.join(', ')}`);
  }
}
