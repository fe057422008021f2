import { mockKeys } from '../../../mock/accounts';
import type { Target } from '../../../src/settings/target-file/target';
import mockTarget from '../../../tests/targets/mock';
import type { Settings } from '../../run';
import type { Defect } from './defect';

/** What a target file or its user may lack. Some checks cannot be tested then, while others can. */
export interface Lack {
  target?: Target;
  keys?: Settings['keys'];
  /** Whether no check can find a defect then. */
  hides?: (defect: Defect) => boolean;
}

const { job, run, credits, ...more } = mockTarget;
const { submit, ...lookup } = job;
const { OTHER_API_KEY: _, ...keys } = mockKeys;

export const lacks = {
  'nothing is missing': {},
  'text requests give the job': {
    target: { ...mockTarget, text: submit, job: lookup },
    hides: ({ at }) => at === 'text',
  },
  'runs are not looked up': { target: { ...more, job, credits }, hides: ({ at }) => at === 'run' },
  'credits are not read': {
    target: { ...more, job, run },
    hides: ({ clauses }) => clauses.some((clause) => /^credits|\.free$|^models\.price/.test(clause)),
  },
  'there is one account': {
    keys,
    hides: ({ phrase }) => phrase.includes('another account'),
  },
} satisfies Readonly<Record<string, Lack>>;
