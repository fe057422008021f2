import { mockKeys } from '../../../mock/accounts';
import { readSettings } from '../../../src/drive/settings/settings';
import { checkTarget } from '../../../src/drive/target-file/check-target';
import type { Target } from '../../../src/drive/target-file/target';
import { accountMistakes } from './accounts';
import { runMistakes, workflowMistakes } from './chains';
import type { Keys, Mistake, parts, Table } from './mistake';
import { jobMistakes, placeMistakes, textMistakes } from './requests';
import { type ServerName, servers } from './servers';

type Part = keyof typeof parts;

/** A mistake on one server. */
export interface PlacedMistake extends Mistake {
  part: Part;
  /** The mistake and its server. Unique. */
  name: string;
  /** Whether it is part of the sample. */
  often: boolean;
  words: string;
  server: ServerName;
}

const byPart: Record<Part, Table> = {
  text: textMistakes,
  jobs: jobMistakes,
  workflows: workflowMistakes,
  runs: runMistakes,
  ...placeMistakes,
  accounts: accountMistakes,
};

/** The sample has one mistake of each kind. */
const often = new Set([
  'a typo in the path of jobs (mock)',
  'references as a string with a dot (mock)',
  'API_KEY with the key of an account with too few credits (mock)',
  'messages of another form (mock)',
  'OLD_API_KEY that is still valid (two-keys)',
]);

export const placedMistakes: readonly PlacedMistake[] = Object.entries(byPart).flatMap(([part, mistakes]) =>
  Object.entries(mistakes).flatMap(([words, mistake]) =>
    (mistake.on ?? ['mock']).map((server) => {
      const name = `${words} (${server})`;
      return {
        ...mistake,
        part: part as Part,
        words,
        server,
        name,
        often: often.has(name),
      };
    }),
  ),
);

/** Returns the environment of a user with this mistake, and the export of the target file. */
function environmentOf({ keys = (right) => right, env, target, server }: PlacedMistake, baseUrl: string) {
  const named: Keys = keys(mockKeys);
  const right = servers[server].target;
  return {
    env: { ...named, ...env, BASE_URL: baseUrl, TIMEOUT_MS: '1000' },
    exported: target === undefined ? right : target(right),
  };
}

/** Returns the problems that are found before a request is sent; none if the run can start. */
export function problemsOf(mistake: PlacedMistake): string[] {
  const { env, exported } = environmentOf(mistake, 'http://127.0.0.1:1');
  return [...readSettings(env).problems, ...checkTarget(exported).map((problem) => `TARGET: ${problem}`)];
}

/** Returns the settings and the target of a run that can start. */
export function runOf(mistake: PlacedMistake, baseUrl: string) {
  const { env, exported } = environmentOf(mistake, baseUrl);
  return { settings: readSettings(env).settings, target: exported as Target };
}
