import { mockKeys } from '../../../mock/accounts';
import { ledger } from '../../../spec/ledger';
import type { Row } from '../../row';
import { mockWith } from '../../run';
import { accountMistakes } from './accounts';
import { runMistakes, workflowMistakes } from './chains';
import { type Mistake, parts, type Table } from './mistake';
import { jobMistakes, placeMistakes, textMistakes } from './requests';
import { type ServerName, servers } from './servers';

type Part = keyof typeof parts;

const byPart: Record<Part, Table> = {
  text: textMistakes,
  jobs: jobMistakes,
  workflows: workflowMistakes,
  runs: runMistakes,
  ...placeMistakes,
  accounts: accountMistakes,
};

const isMust = (clause: string) => ledger[clause as keyof typeof ledger].level === 'must';

/**
 * A sound server with a mistake in its description: no violation is reported, and the mistake is named. All checks of must
 * clauses run that it can affect.
 */
function rowOf(words: string, part: Part, mistake: Mistake, server: ServerName): Row {
  const { keys, env, target, stops, says } = mistake;
  return {
    kind: 'mistake',
    phrase: `${words} (${server})`,
    clauses: [],
    server: mockWith({ variant: servers[server].change }),
    settings: {
      keys: keys?.(mockKeys),
      env: { TIMEOUT_MS: '1000', RATE_LIMIT_BURST: '', ...env },
      checks: ({ clause }) => isMust(clause) && parts[part].reaches.test(clause),
      realTime: true,
    },
    target: target === undefined ? servers[server].target : target(servers[server].target),
    expect: { undecided: /^/, says, ...(stops ? { exit: 2, untested: /^/ } : { conforms: parts[part].own }) },
  };
}

export const mistakeRows: readonly Row[] = Object.entries(byPart).flatMap(([part, mistakes]) =>
  Object.entries(mistakes).flatMap(([words, mistake]) =>
    (mistake.on ?? ['mock']).map((server) => rowOf(words, part as Part, mistake, server)),
  ),
);
