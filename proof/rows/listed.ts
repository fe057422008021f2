import { defects } from '../../mock/defects';
import { type ClauseId, ledger } from '../../spec/ledger';
import type { Row } from '../row';
import { mockWith } from '../run';

/** Defects that reject every key, which no run can tell from a wrong API_KEY: it stops and says so. */
const stopping = [
  'the valid key is refused',
  'keys are lowered before they are compared',
  'a key is cut at 32 characters before it is compared',
  'the scheme must be in lower case',
  'the bare key is wanted',
];

/** Recommendations that are not met by what violates a clause, too. */
const violating = ['a crash is answered with its stack trace as text'];

/** A mock with one listed defect, derived from the contract by hand. A check of its clause must find it. */
export const listed: readonly Row[] = defects.map((defect): Row => {
  const { phrase, clause, metBy } = defect;
  const { level } = ledger[clause as ClauseId];
  const own = new RegExp(`^${clause}$`);
  return {
    kind: 'listed',
    phrase: `${clause}: ${phrase}`,
    clauses: [clause],
    server: mockWith({ defects: [phrase] }),
    settings: { checks: (check) => metBy.includes(check.clause), verified: true },
    // Some defects show only with a probe that is sent with DEPTH=3 alone.
    depths: [1, 3],
    expect: stopping.includes(phrase)
      ? { exit: 2, says: 'API_KEY is rejected' }
      : {
          ...(level === 'must' ? { violates: own } : { deviates: own }),
          ...(violating.includes(phrase) && { violates: /^errors\.body\.single-field$/ }),
          undecided: /^/,
        },
  };
});
