import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Defect } from '../mock/defect';
import type { Ledger } from '../src/judge/data/run';
import { formatExpectation, formatObservation } from '../src/judge/texts/wording';
import { isUnneeded } from '../src/judge/verdict/check-verdicts';
import { codesOf } from '../src/judge/verdict/matrix';
import type { Found } from './helpers/found';

/** Takes the place of a defect for a sound mock of which only the needs of the clauses are described. */
export const SOUND = 'nothing is given but what is listed';

/** Possible reasons why checks ran and did not detect a defect. */
const UNSEEN =
  'its expectation is missing or also holds for the defect, or no probe of its family shows the defect with DEPTH=3';

/** The result of one check on a mock with one defect. */
export interface Result extends Found {
  phrase: string;
  title: string;
  /** The tags of the Playwright test: the level, the clause and the cost of the check. */
  tags: readonly string[];
}

/** Which checks detected a defect. */
interface Kill {
  defect: Defect;
  /** The checks whose finding is about the defect's own clause. */
  killedBy: { title: string; expected: string; received: string }[];
  /** Other clauses that turned red. */
  also: string[];
  /** Why checks judged nothing, if they did not. */
  reasons: string[];
}

/** Joins defects and results. `violates` kills a defect of a must clause, `deviates` one of a should clause. */
export function killsOf(defects: readonly Defect[], results: readonly Result[]): Kill[] {
  return defects.map((defect) => {
    const own = results.filter(({ phrase }) => phrase === defect.phrase);
    const wanted = defect.level === 'must' ? 'violates' : 'deviates';
    const findings = own.flatMap(({ title, findings }) => findings.map((finding) => ({ title, ...finding })));
    const bad = findings.filter(({ verdict }) => verdict !== 'conforms');
    return {
      defect,
      killedBy: bad
        .filter(({ clause, verdict }) => clause === defect.clause && verdict === wanted)
        .map(({ title, expected, received }) => ({
          title,
          expected: formatExpectation(expected),
          received: formatObservation(received),
        })),
      also: [...new Set(bad.map(({ clause }) => clause).filter((clause) => clause !== defect.clause))].sort(),
      reasons:
        own.length === 0
          ? [
              `no check cites ${defect.metBy.join(' or ')}: write one in ${fileOf('tests', defect.clause, '.spec.ts')}`,
            ]
          : [...new Set(own.flatMap(({ why }) => why ?? []))],
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
      .flatMap(({ defect, killedBy, also, reasons }) => {
        const first = killedBy[0];
        const seen = first
          ? `    seen by: ${first.title}: expected ${first.expected}, received ${first.received}`
          : `    NOT SEEN${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`;
        const others = also.length > 0 ? [`    also red: ${also.join(', ')}`] : [];
        return [`  ${defect.phrase}`, seen, ...others];
      }),
  ]);
}

/** Returns a line for each clause that no defect breaks. */
export function unbroken(kills: readonly Kill[], ledger: Ledger): string[] {
  return Object.entries(ledger)
    .filter(
      ([id, { level }]) =>
        (level === 'must' || level === 'should') && !kills.some(({ defect }) => defect.clause === id),
    )
    .map(([id]) => `no defect breaks ${id}: add one to ${fileOf('mock/defects', id)}`);
}

/** Returns a line for each check of these clauses that no defect turned red, without those not needed here. */
export function neverRed(kills: readonly Kill[], results: readonly Result[], ledger: Ledger): string[] {
  const red = new Set(kills.flatMap(({ killedBy }) => killedBy.map(({ title }) => title)));
  const judging = results.filter(
    ({ phrase, tags, inconclusive }) =>
      phrase !== SOUND && !tags.includes('@unspecified') && !(inconclusive && isUnneeded(inconclusive)),
  );
  return Object.keys(ledger).flatMap((id) => {
    const titles = judging.filter(({ tags }) => tags.includes(`@${id}`)).map(({ title }) => title);
    return [...new Set(titles)]
      .filter((title) => !red.has(title))
      .map((title) => `no defect turns "${title}" (${id}) red: add one to ${fileOf('mock/defects', id)}`);
  });
}

/**
 * Returns a line for each problem of these defects: a phrase used twice, a wrong clause or level, no detection.
 * @param all every defect, to find phrases that are used twice
 */
export function shortcomings(kills: readonly Kill[], ledger: Ledger, all: readonly Defect[]): string[] {
  const lines: string[] = [];
  for (const { defect, killedBy, reasons } of kills) {
    const clause = ledger[defect.clause];
    const other = all.find((each) => each !== defect && each.phrase === defect.phrase);
    if (other !== undefined)
      lines.push(
        `"${defect.phrase}" (${defect.clause}) is already a defect of ${other.clause}: choose another phrase in ${fileOf('mock/defects', defect.clause)}`,
      );
    if (clause === undefined)
      lines.push(
        `"${defect.phrase}" names ${defect.clause}, which is no clause of ${fileOf('spec/clauses', defect.clause)}`,
      );
    else if (clause.level !== defect.level)
      lines.push(`"${defect.phrase}" is ${defect.level}, its clause ${clause.level}: one of them is wrong`);
    if (killedBy.length === 0) {
      const what = `no check finds "${defect.phrase}" (${defect.clause})`;
      lines.push(reasons.length > 0 ? [what, ...reasons].join('; ') : `${what}: ${UNSEEN}`);
    }
  }
  return lines;
}

/** Returns a line for each code that a check expects but its clause does not list; the page groups by code. */
export function unlistedCodes(results: readonly Result[], ledger: Ledger): string[] {
  const lines = results
    .flatMap(({ findings }) => findings)
    .flatMap(({ clause: id, expected }) => {
      const listed: readonly string[] = ledger[id]?.codes ?? [];
      // The clauses about every response are not about a particular code.
      const asked = id.startsWith('errors.') ? [] : codesOf(expected);
      return asked.filter((code) => !listed.includes(code)).map((code) => ({ id, code }));
    })
    .map(
      ({ id, code }) =>
        `a check of ${id} asks for ${code}: add it to its codes in ${fileOf('spec/clauses', id)}`,
    );
  return [...new Set(lines)];
}

/** Returns a line for each clause that needs more than it lists. Runs plan with these lists. */
export function unlistedNeeds(results: readonly Result[], ledger: Ledger): string[] {
  return Object.keys(ledger).flatMap((id) => {
    const own = results.filter(({ phrase, tags }) => phrase === SOUND && tags.includes(`@${id}`));
    const lacking = own.flatMap(({ inconclusive }) =>
      inconclusive?.reason.kind === 'needs' ? inconclusive.reason.what : [],
    );
    return own.length === 0 || lacking.length < own.length
      ? []
      : `no check of ${id} is tested without ${[...new Set(lacking)].join(' or ')}: add that to its needs in ${fileOf('spec/clauses', id)}`;
  });
}

/** Returns a line for each check that may cost an AI request but is tagged as free. */
export function unsaidCosts(results: readonly Result[], ledger: Ledger): string[] {
  return Object.keys(ledger).flatMap((id) => {
    const free = results.filter(
      ({ tags, mayUseAi }) => mayUseAi && tags.includes(`@${id}`) && tags.includes('@free'),
    );
    return [...new Set(free.map(({ title }) => title))].map(
      (title) => `"${title}" may use the AI: say so in costOf, src/drive/check/check.ts`,
    );
  });
}

/** Returns the file of a clause's chapter, or else the folder. Jobs and runs share a file of defects. */
function fileOf(folder: string, clause: string, ending = '.ts'): string {
  const files = [clause.split('.')[0], 'work'].map((name) => `${folder}/${name}${ending}`);
  return files.find((file) => existsSync(resolve(__dirname, '..', file))) ?? folder;
}
