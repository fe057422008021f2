import { idOf, type Kind, type Row } from './row';
import { deeperRows } from './rows/deeper';
import { drawnRows } from './rows/drawn';
import { hostileRows } from './rows/hostile';
import { listed } from './rows/listed';
import { mistakeRows } from './rows/mistakes';
import { needs } from './rows/needs';
import { besideRows, drawnVariantRows, variantRows } from './rows/variants';

/** Every server that the suite is tried on. */
export const rows: readonly Row[] = [
  ...listed,
  ...needs,
  ...drawnRows,
  ...variantRows,
  ...drawnVariantRows,
  ...besideRows,
  ...mistakeRows,
  ...hostileRows,
  ...deeperRows,
];

/** What of the catalogue is asked for. */
export interface Asked {
  /** A sample where no word is given, all of them, or what the words name. */
  all?: boolean;
  /** A clause, or a part of what is altered. */
  words?: string;
  kind?: Kind;
  /** Of these each so manieth, from one on. */
  every?: number;
  from?: number;
}

/** The rows that are asked for, in their order. */
export function chosen({ all = false, words = '', kind, every = 1, from = 0 }: Asked): Row[] {
  const pattern = new RegExp(words, 'i');
  const named = all || words !== '' || kind !== undefined;
  return rows
    .filter((row) => (kind === undefined ? row.part !== 'apart' : row.kind === kind))
    .filter((row) => named || row.part === 'sample')
    .filter((row) => [idOf(row), ...row.clauses].some((each) => pattern.test(each)))
    .filter((_, index) => index % every === from);
}
