import { hostileRows } from './catalogue/hostile/servers';
import { mistakeRows } from './catalogue/mistakes/mistakes';
import { idOf, type Kind, type Row } from './row';
import { drawnRows } from './rows/drawn';
import { listed } from './rows/listed';
import { needs } from './rows/needs';
import { besideRows, drawnVariantRows, variantRows } from './rows/variants';

/** Every server on which the suite is tested. */
export const rows: readonly Row[] = [
  ...listed,
  ...needs,
  ...drawnRows,
  ...variantRows,
  ...drawnVariantRows,
  ...besideRows,
  ...mistakeRows,
  ...hostileRows,
];

/** The row with this name; of a variant, its short name is enough. */
export function rowNamed(name: string): Row {
  const [row, ...others] = rows.filter((each) => `${idOf(each)}: `.startsWith(`${name}: `));
  if (row === undefined || others.length > 0) throw new Error(`not one row is called "${name}"`);
  return row;
}

/** Selects rows of the catalogue. */
export interface Asked {
  /** Selects all rows. Without it, and without words or a kind, only a sample is selected. */
  all?: boolean;
  /** A part of a clause id, or of the name of a row. */
  words?: string;
  kind?: Kind;
  /** Selects every nth of these, starting at index `from`. */
  every?: number;
  from?: number;
}

/** Returns the selected rows in their order. */
export function chosen({ all = false, words = '', kind, every = 1, from = 0 }: Asked): Row[] {
  const part = words.toLowerCase();
  const named = all || words !== '' || kind !== undefined;
  return rows
    .filter((row) => kind === undefined || row.kind === kind)
    .filter((row) => named || row.part === 'sample')
    .filter((row) => [idOf(row), ...row.clauses].some((each) => each.toLowerCase().includes(part)))
    .filter((_, index) => index % every === from);
}
