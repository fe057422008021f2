/** The result of a run against one server. */
export interface Row {
  exit: number | null;
  outcome: string;
  /** Verdicts by clause. */
  verdicts: Verdicts;
}

type Verdicts = Readonly<Record<string, string>>;

/** Rows by the name of the server. */
export type Table = Readonly<Record<string, Row>>;

/** The server all of whose verdicts are saved. For all others, only differences from them are saved. */
export const BASE = 'plain';

/** Returns the chapters to which the run against a server is limited; undefined for all of them. */
export type Scope = (server: string) => readonly string[] | undefined;

/** A row of the file: verdict -> its clauses, without those whose verdict is that of the base. */
interface SavedRow {
  exit: number | null;
  outcome: string;
  clauses: Readonly<Record<string, string>>;
}

type SavedTable = Readonly<Record<string, SavedRow>>;

/** Stands for the verdict of a clause that only the other side has. */
const ABSENT = 'absent';

/** Selects the verdicts of these chapters and of the clauses about every response, which every run has. */
export function withinScope(verdicts: Verdicts, chapters: readonly string[] | undefined): Verdicts {
  if (chapters === undefined) return verdicts;
  const prefixes = [...chapters, 'errors'].map((chapter) => `${chapter}.`);
  return Object.fromEntries(
    Object.entries(verdicts).filter(([clause]) => prefixes.some((prefix) => clause.startsWith(prefix))),
  );
}

export function textOf(table: Table, scope: Scope): string {
  const base = table[BASE]?.verdicts ?? {};
  const saved = Object.entries(table).map(([server, { verdicts, ...row }]): [string, SavedRow] => {
    const known = server === BASE ? {} : withinScope(base, scope(server));
    return [server, { ...row, clauses: byVerdict(differing(known, verdicts)) }];
  });
  return `${JSON.stringify(Object.fromEntries(saved), null, 2)}\n`;
}

export function tableIn(text: string, scope: Scope): Table {
  const saved: SavedTable = JSON.parse(text);
  const base = byClause(saved[BASE]?.clauses ?? {});
  return Object.fromEntries(
    Object.entries(saved).map(([server, { clauses, ...row }]) => {
      const verdicts = { ...withinScope(base, scope(server)), ...byClause(clauses) };
      return [server, { ...row, verdicts }];
    }),
  );
}

/** Returns a line for each difference between two rows. */
export function differences(server: string, was: Row | undefined, is: Row | undefined): string[] {
  if (was === undefined) return [`${server}: was not in the table`];
  if (is === undefined) return [`${server}: is in the table, and no server any more`];
  const line = (what: string, before: unknown, now: unknown) =>
    before === now ? [] : [`${server}: ${what}: was ${before}, is ${now}`];
  return [
    ...line('exit code', was.exit, is.exit),
    ...line('outcome', was.outcome, is.outcome),
    ...Object.entries(differing(was.verdicts, is.verdicts)).flatMap(([clause, verdict]) =>
      line(clause, was.verdicts[clause] ?? ABSENT, verdict),
    ),
  ];
}

/** Returns the verdicts of `is` that differ from those of `was`. */
function differing(was: Verdicts, is: Verdicts): Verdicts {
  const clauses = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return Object.fromEntries(
    clauses.flatMap((clause) =>
      was[clause] === is[clause] ? [] : [[clause, is[clause] ?? ABSENT] as const],
    ),
  );
}

function byVerdict(verdicts: Verdicts): Record<string, string> {
  const clauses = Object.keys(verdicts).sort();
  const each = [...new Set(Object.values(verdicts))].sort();
  return Object.fromEntries(
    each.map((verdict) => [verdict, clauses.filter((clause) => verdicts[clause] === verdict).join(' ')]),
  );
}

function byClause(saved: Readonly<Record<string, string>>): Verdicts {
  return Object.fromEntries(
    Object.entries(saved).flatMap(([verdict, clauses]) =>
      clauses.split(' ').map((clause) => [clause, verdict] as const),
    ),
  );
}
