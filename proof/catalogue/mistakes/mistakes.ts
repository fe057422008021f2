import { accountMistakes } from './accounts';
import { runMistakes, workflowMistakes } from './chains';
import type { Mistake, parts, Table } from './mistake';
import { jobMistakes, placeMistakes, textMistakes } from './requests';
import type { ServerName } from './servers';

type Part = keyof typeof parts;

/** A mistake on one server. */
interface PlacedMistake extends Mistake {
  part: Part;
  /** The mistake and its server. Unique. */
  name: string;
  /** Whether it is part of the sample. */
  often: boolean;
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
      return { ...mistake, part: part as Part, server, name, often: often.has(name) };
    }),
  ),
);
