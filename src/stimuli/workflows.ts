import { operationNames } from '../../spec/operations';
import { ownerOf } from '../drive/client/senders';
import { endAsUnsuitable } from '../drive/evidence/recorder';
import { partOf } from '../drive/target-file/described';
import { type Expectation, rejectedWith } from '../judge/data/expectation';
import { otherNames } from '../probes/block-names';
import type { Family } from '../probes/family';
import { type Flaw, faultyChains, mismatchedPairs } from '../probes/faulty-chains';
import type { Planned } from '../send/send-probes';
import { chainsOfRun, chainWith } from '../world/chains';
import { type Basis, chainsIn, faultyRequest } from '../world/requests';
import { always, expectedOf, plannedAt, type ResolvedCheck, varied } from './plan';

/** Shared by checks of the rejection and of its message. */
const expectedFor = (flaw: Flaw): Expectation =>
  flaw === 'self' || flaw === 'no-block' ? { kind: 'rejection' } : rejectedWith(400, 'invalid_workflow');

const faultyAt = (basis: Basis, families: Family[], expected: Expectation): Planned =>
  plannedAt(
    basis,
    { families, isMain: true, billable: true, place: operationNames.workflow },
    {
      expected,
      bySecondAccount: true,
      request: ({ value }, sender) => faultyRequest(basis, varied(sender, value), JSON.parse(value)),
    },
  );

/** Chains with this fault at any position. */
export function faultsAnywhere(basis: Basis, flaw: Flaw): Planned {
  const from = { workflow: partOf(basis.target, 'workflow'), chains: chainsOfRun(chainsIn(basis)) };
  return faultyAt(basis, faultyChains(from, flaw), expectedFor(flaw));
}

/** A chain for each pair of kinds that do not match. */
export function mismatches(basis: Basis, check: ResolvedCheck): Planned {
  const chains = mismatchedPairs(partOf(basis.target, 'workflow'));
  if (chains.length === 0) endAsUnsuitable('workflow.blockTypes of several kinds');
  const pairs = always('every two kinds that do not match', () =>
    chains.map((chain) => ({
      words: `${chain.connection.input} reads ${chain.connection.field}`,
      value: JSON.stringify(chain),
    })),
  );
  return faultyAt(basis, [pairs], expectedOf(check));
}

/** Faulty chains with block names in other alphabets. The contract does not say how they are rejected. */
export function otherAlphabets(basis: Basis, check: ResolvedCheck): Planned {
  const workflow = partOf(basis.target, 'workflow');
  const { blocks } = chainWith(chainsIn(basis), 'later', 'late');
  const families = workflow.blockName ? [] : [otherNames(blocks)];
  return plannedAt(
    basis,
    { families, billable: true, place: operationNames.workflow },
    {
      expected: expectedOf(check),
      request: ({ value }) => ({
        sender: ownerOf(basis),
        operation: 'workflow',
        spec: workflow.submit(JSON.parse(value)),
      }),
    },
  );
}
