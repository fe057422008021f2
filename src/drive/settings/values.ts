import { existsSync, statSync } from 'node:fs';
import { chapters, ledger } from '../../../spec/ledger';
import { inProject } from './folders';
import { meantBy } from './names';
import { placeholderFormOfId } from './unreplaced';

/** The lines whose condition is met. */
export const linesWhere = (...all: readonly (readonly [isMet: boolean, line: string])[]): string[] =>
  all.flatMap(([isMet, line]) => (isMet ? [line] : []));

/**
 * Reads the value of one variable each. A blank one is not set, and on the mock those of a live target are not.
 * `problems` gets a line for each value that cannot be used, which is then undefined.
 */
export function valuesIn(env: NodeJS.ProcessEnv, mock: boolean) {
  const problems: string[] = [];
  const given = (name: string) => (env[name]?.trim() ? env[name] : undefined);
  const live = (name: string) => (mock ? undefined : given(name));
  const fails = (problem: string) => void problems.push(problem);
  const word = (name: string) => {
    const text = live(name);
    if (/\s/.test(text ?? '')) fails(`${name} holds white space: remove it.`);
    return text;
  };
  return {
    problems,
    given,
    word,
    id(name: string) {
      const form = placeholderFormOfId(live(name) ?? '');
      if (form === undefined) return word(name);
      return fails(`${name} is a placeholder of the form ${form}: give the ID itself, or unset it.`);
    },
    number(name: string, least: number, most: number) {
      const text = given(name);
      if (text === undefined) return undefined;
      const value = Number(text);
      if (Number.isInteger(value) && value >= least && value <= most) return value;
      return fails(`${name} must be a whole number from ${least} to ${most}.`);
    },
    /** @param ofTarget whether it has no effect on the mock */
    file(name: string, ofTarget = false) {
      const path = ofTarget ? live(name) : given(name);
      if (path === undefined) return undefined;
      const whole = inProject(path);
      if (!existsSync(whole))
        return fails(
          `${name} names a file that does not exist: ${whole}. Correct the path, or unset ${name}.`,
        );
      if (statSync(whole).isDirectory()) return fails(`${name} names a folder: name the file in it.`);
      return path;
    },
    /** Clauses and chapters of the ledger. */
    clauses(name: string) {
      return (given(name) ?? '').split(/[\s,]+/).filter((word, index) => {
        if (word === '') return false;
        if (word === 'all' || Object.hasOwn(chapters, word) || Object.hasOwn(ledger, word)) return true;
        const meant = meantBy(word, 2, Object.keys({ ...chapters, ...ledger }));
        const hint = meant ? ` Did you mean ${meant}?` : '';
        fails(`${name}: word ${index + 1} is no clause and no chapter of the ledger.${hint}`);
        return false;
      });
    },
  };
}
