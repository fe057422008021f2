import { partOf } from '../client/described';
import { endAsUnsuitable } from '../client/evidence/recorder';
import type { Request, Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { rejectedWith } from '../judge/data/expectation';
import { uniqueBy } from '../judge/data/grouped';
import { isSmokeDepth } from '../judge/verdict/depth';
import { renamed } from '../probes/chains';
import { type Flaw, faultyChains, mismatchedPairs, type NamedFault } from '../probes/faulty-chains';
import { chainsOfRun, chainWith } from '../world/chains';
import { type Basis, chainsIn, faultyRequest } from '../world/requests';
import { otherIn } from './ids';
import {
  listed,
  type Planned,
  type PlannedProbe,
  planned,
  type ResolvedCheck,
  rejection,
  varied,
} from './plan';

/** Shared by checks of the rejection and of its message. */
const expectedFor = (flaw: Flaw) =>
  flaw === 'self' || flaw === 'no-block' ? rejection : rejectedWith(400, 'invalid_workflow');

/** These faulty chains, and by the second account the first of each family. */
function faultyChainsBy(basis: Basis, faults: readonly NamedFault[]): PlannedProbe[] {
  const by = (variable: PlannedProbe['variable'], sender: Sender, chains: readonly NamedFault[]) =>
    chains.map(({ fault, ...named }): PlannedProbe => {
      const request = () => faultyRequest(basis, varied(sender, named.words), fault);
      return { ...named, value: named.words, variable, request };
    });
  const first = uniqueBy(
    faults.filter(({ turn }) => turn === undefined),
    ({ family }) => family,
  );
  const hasSecond = basis.keys.OTHER_API_KEY !== undefined;
  return [
    ...by('API_KEY', ownerOf(basis), faults),
    ...(hasSecond ? by('OTHER_API_KEY', otherIn(basis), first) : []),
  ];
}

/** Chains with this fault at any position. */
export function faultsAnywhere(basis: Basis, check: ResolvedCheck, flaw: Flaw): Planned {
  const from = { workflow: partOf(basis.target, 'workflow'), chains: chainsOfRun(chainsIn(basis)) };
  const faults = faultyChains(from, flaw, !isSmokeDepth(basis.setup.depth));
  return planned(check, faultyChainsBy(basis, faults), { expected: expectedFor(flaw) });
}

/** A chain for each pair of kinds that do not match. */
export function mismatches(basis: Basis, check: ResolvedCheck): Planned {
  const chains = mismatchedPairs(partOf(basis.target, 'workflow'));
  if (chains.length === 0) endAsUnsuitable('workflow.blockTypes of several kinds');
  const pairs = chains.map((fault) => ({
    family: 'every two kinds that do not match',
    words: `${fault.connection.input} reads ${fault.connection.field}`,
    fault,
  }));
  return planned(check, faultyChainsBy(basis, pairs));
}

/** Block names beyond those of a target file. */
const alphabets = {
  'Latin with accents': 'étape',
  Greek: 'βήμα',
  Cyrillic: 'шаг',
  Arabic: 'خطوة',
  Hangul: '단계',
  Han: '步骤',
  'an emoji': '🧩',
  'white space': 'a step ',
};

/** A faulty chain with block names in other alphabets. The contract does not say how it is rejected. */
export function otherAlphabets(basis: Basis, check: ResolvedCheck): Planned {
  const workflow = partOf(basis.target, 'workflow');
  const { blocks } = chainWith(chainsIn(basis), 'later', 'late');
  const numberOf = (name: string) => blocks.findIndex((block) => block.name === name) + 1;
  const few = isSmokeDepth(basis.setup.depth) ? 1 : undefined;
  const requests = Object.entries(alphabets).map(([words, letters]): [string, () => Request] => [
    words,
    () => ({
      sender: ownerOf(basis),
      operation: 'workflow',
      spec: workflow.submit(renamed(blocks, (name) => `${letters}${numberOf(name)}`)),
    }),
  ]);
  const named = workflow.blockName ? [] : requests.slice(0, few);
  return planned(check, listed('block names in another alphabet', named));
}
