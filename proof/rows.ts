import { groupedBy } from '../src/judge/data/grouped';
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

/** In `npm test`, every nth row of a kind runs, and of the listed ones every nth of each clause. */
const sampleOf: Readonly<Record<Kind, number>> = {
  listed: 20,
  needs: 1,
  drawn: 48,
  variant: 12,
  'drawn variant': 40,
  'beside a variant': 13,
  mistake: 48,
  hostile: 10,
};

const sample = new Set(
  groupedBy(rows, ({ kind, clauses }) => (kind === 'listed' ? `${clauses}` : kind)).flatMap((group) =>
    group.filter(({ kind }, index) => index % sampleOf[kind] === 0),
  ),
);

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
    .filter((row) => named || sample.has(row))
    .filter((row) => [idOf(row), ...row.clauses].some((each) => each.toLowerCase().includes(part)))
    .filter((_, index) => index % every === from);
}
