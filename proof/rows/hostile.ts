import { exitCodes } from '../../src/judge/verdict/outcome';
import { servers } from '../catalogue/hostile/servers';
import type { Row } from '../row';

const MOST_MEGABYTES = 900;

/** A hostile server, with the suite in its own process: the run must end by itself and report the problem. */
export const hostileRows: readonly Row[] = servers.map(
  ({ name, open, outcome, says, inPart, patience = 5000, often }) => ({
    kind: 'hostile',
    phrase: name,
    clauses: [],
    server: open,
    settings: { env: { TIMEOUT_MS: `${patience}` }, process: { megabytes: MOST_MEGABYTES } },
    expect: {
      ...(outcome === 'violates' && { violates: /^/ }),
      undecided: /^/,
      ...(!inPart && { conforms: null }),
      exit: exitCodes[outcome],
      says,
    },
    part: often ? 'sample' : 'whole',
  }),
);
