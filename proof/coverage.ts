import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Defect } from '../mock/defect';
import type { PlannedCheck } from '../src/drive/driver/driver';
import { codesOf } from '../src/judge/data/expectation';
import type { Ledger } from '../src/judge/data/run';
import { checksOf } from './expect';
import type { Judged, RunResult } from './run';

/** Which checks detected a defect. */
interface Kill {
  defect: Defect;
  /** The checks with a verdict about the defect's own clause; the clause itself if it has none. */
  killedBy: string[];
  /** The fault that shows it. */
  fault: string;
  /** Other clauses that turned red. */
  also: string[];
  /** Why checks judged nothing, if they did not. */
  reasons: string[];
}

/** What a run on a mock with a defect showed: all that coverage needs of it. */
export type Shown = Pick<RunResult, 'verdicts' | 'faults'>;

/** Joins defects with the results on them. `violates` kills a defect of a must clause, `deviates` one of a should clause. */
export function killsOf(results: ReadonlyMap<Defect, Shown>): Kill[] {
  return [...results].map(([defect, result]) => {
    const wanted = defect.level === 'must' ? 'violates' : 'deviates';
    const red = result.verdicts.filter(({ verdict }) => verdict === 'violates' || verdict === 'deviates');
    const own = red.filter(({ clause, verdict }) => clause === defect.clause && verdict === wanted);
    const checks = checksOf({ verdicts: own });
    return {
      defect,
      killedBy: (checks.length > 0 ? checks : own).map(({ title }) => title || 'every response'),
      fault: result.faults.find(({ clauses }) => clauses.includes(defect.clause))?.title ?? '',
      also: [...new Set(red.map(({ clause }) => clause).filter((id) => id !== defect.clause))].sort(),
      reasons: [...new Set(checksOf(result).flatMap(({ why }) => why || []))],
    };
  });
}

/** Returns the lines of the kill matrix: each defect, by clause, with the check that detected it. */
export function matrix(kills: readonly Kill[]): string[] {
  const clauses = [...new Set(kills.map(({ defect }) => defect.clause))].sort();
  return clauses.flatMap((clause) => [
    '',
    clause,
    ...kills
      .filter(({ defect }) => defect.clause === clause)
      .flatMap(({ defect, killedBy: [first], fault, also, reasons }) => {
        const seen = first
          ? `    seen by: ${first}: ${fault}`
          : `    NOT SEEN${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`;
        const others = also.length > 0 ? [`    also red: ${also.join(', ')}`] : [];
        return [`  ${defect.phrase}`, seen, ...others];
      }),
  ]);
}

/** Returns a line for each clause that no defect breaks. */
export function unbroken(defects: readonly Defect[], ledger: Ledger): string[] {
  return Object.entries(ledger)
    .filter(
      ([id, { level }]) =>
        (level === 'must' || level === 'should') && !defects.some(({ clause }) => clause === id),
    )
    .map(([id]) => `no defect breaks ${id}: add one to ${fileOf('mock/defects', id)}`);
}

/** Returns a line for each check of these clauses that no defect turned red, without those not needed here. */
export function neverRed(results: ReadonlyMap<Defect, Shown>, ledger: Ledger): string[] {
  const red = new Set(killsOf(results).flatMap(({ killedBy }) => killedBy));
  const isNeeded = ({ verdict, lacks }: Judged) => verdict !== 'not tested' || lacks.length > 0;
  const judging = [...results.values()].flatMap((result) => checksOf(result).filter(isNeeded));
  return Object.entries(ledger).flatMap(([id, { level }]) => {
    const titles = judging.flatMap(({ clause, title }) =>
      clause === id && level !== 'unspecified' ? title : [],
    );
    return [...new Set(titles)]
      .filter((title) => !red.has(title))
      .map((title) => `no defect turns "${title}" (${id}) red: add one to ${fileOf('mock/defects', id)}`);
  });
}

/** Returns a line for each of these defects whose phrase is used twice, or whose clause or level is wrong. */
export function misnamed(defects: readonly Defect[], ledger: Ledger): string[] {
  return defects.flatMap(({ phrase, clause, level }, index) => {
    const file = fileOf('mock/defects', clause);
    const other = defects.slice(0, index).find((each) => each.phrase === phrase);
    const stated = ledger[clause];
    return [
      ...(other
        ? [`"${phrase}" (${clause}) is already a defect of ${other.clause}: choose another phrase in ${file}`]
        : []),
      ...(stated
        ? []
        : [`"${phrase}" names ${clause}, which is no clause of ${fileOf('spec/clauses', clause)}`]),
      ...(stated && stated.level !== level
        ? [`"${phrase}" is ${level}, its clause ${stated.level}: one of them is wrong`]
        : []),
    ];
  });
}

/** Returns a line for each code that a check expects but its clause does not list; the page groups by code. */
export function unlistedCodes(checks: readonly PlannedCheck[], ledger: Ledger): string[] {
  return checks.flatMap(({ clause, check: { expect } }) => {
    const expected = 'each' in expect && typeof expect.each === 'object' ? codesOf(expect.each) : [];
    const listed: readonly string[] = ledger[clause]?.codes ?? [];
    return expected
      .filter((code) => !listed.includes(code))
      .map(
        (code) =>
          `a check of ${clause} asks for ${code}: add it to its codes in ${fileOf('spec/clauses', clause)}`,
      );
  });
}

/** Returns a line for each of these checks, which cost nothing, that may have sent an AI request. */
export function unsaidCosts(results: readonly Shown[], free: ReadonlySet<string>): string[] {
  const spending = results.flatMap((result) =>
    checksOf(result).flatMap(({ title, spends }) => (spends && free.has(title) ? title : [])),
  );
  return [...new Set(spending)].map(
    (title) => `"${title}" may use the AI: say so in costOf, src/drive/check/check.ts`,
  );
}

/** Returns the file of a clause's chapter, or else the folder. Jobs and runs share a file of defects. */
function fileOf(folder: string, clause: string, ending = '.ts'): string {
  const files = [clause.split('.')[0], 'work'].map((name) => `${folder}/${name}${ending}`);
  return files.find((file) => existsSync(resolve(__dirname, '..', file))) ?? folder;
}
