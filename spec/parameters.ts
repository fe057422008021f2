import { type Source, targetOf } from './document';
import { type Path, valueAt } from './pointer';
import type { QueryParameter } from './validators';

type Shown = Omit<QueryParameter, 'required'> & { in: string; required?: boolean };

/** The paths of the query parameters of an operation: those of its path, then its own. */
function queryPathsOf(document: Source['document'], place: Path): Path[] {
  return [place.slice(0, -1), place].flatMap((holder) => {
    const list = [...holder, 'parameters'];
    return Object.keys(valueAt(document, list) ?? {})
      .map((index) => targetOf(document, [...list, index]))
      .filter((path) => valueAt(document, [...path, 'in']) === 'query');
  });
}

/** The query parameters of an operation. */
export function queryOf(document: Source['document'], place: Path): QueryParameter[] {
  return queryPathsOf(document, place).map((path) => {
    const { name, required = false, example } = valueAt(document, path) as Shown;
    const schema = valueAt(document, targetOf(document, [...path, 'schema'])) as Shown['schema'];
    return { name, required, schema, ...(example !== undefined && { example }) };
  });
}

const types: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/** Checks that each query parameter of these operations has a type, and an example if every request needs it. */
export function checkParameters({ document, errorAt }: Source, operations: readonly Path[]): void {
  for (const path of operations.flatMap((place) => queryPathsOf(document, place))) {
    const { required, example } = valueAt(document, path) as Shown;
    const type = valueAt(document, [...targetOf(document, [...path, 'schema']), 'type']);
    if (!types.includes(type)) throw errorAt(path, `the type of a parameter is one of ${types.join(', ')}`);
    if (required && example === undefined) throw errorAt(path, 'a required parameter needs an example');
  }
}
