import { mockKeys } from '../../mock/accounts';
import { ledger } from '../../spec/ledger';
import { parts } from '../catalogue/mistakes/mistake';
import { placedMistakes } from '../catalogue/mistakes/mistakes';
import { servers } from '../catalogue/mistakes/servers';
import type { Row } from '../row';
import { mockWith } from '../run';

const isMust = (clause: string) => ledger[clause as keyof typeof ledger].level === 'must';

/**
 * A sound server with a mistake in its description: no violation is reported, and the mistake is named. All checks of must
 * clauses run that it can affect.
 */
export const mistakeRows: readonly Row[] = placedMistakes.map(
  ({ name, often, part, server, keys, env, target, stops, says }): Row => ({
    kind: 'mistake',
    phrase: name,
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
    part: often ? 'sample' : 'whole',
  }),
);
