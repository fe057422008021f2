import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { operationNames } from '../../spec/operations';
import mock from '../../tests/targets/mock';
import { allChecks } from '../check/all-checks';
import { readSettings } from '../settings/settings';
import { plannedRequests } from './requests';

/** What a line of the sample is about, and how many requests are planned for it. */
function countsAt(depth: '1' | '3'): Map<string, number> {
  const { settings } = readSettings({ DEPTH: depth });
  const { listed } = plannedRequests({ target: mock, keys: mockKeys, settings }, allChecks());
  const counts = new Map<string, number>();
  for (const { request, claims } of listed)
    for (const line of new Set(
      claims.map(({ clause, expected }) =>
        [clause, operationNames[request.operation], request.sender.variable ?? 'no key', expected].join('\t'),
      ),
    ))
      counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

test('no planned request is lost: as many of each clause, operation and sender as in the sample, at both depths', () => {
  const [usual, deep] = [countsAt('1'), countsAt('3')];
  const lines = [...new Set([...usual.keys(), ...deep.keys()])].toSorted();
  const table = lines.map((line) => `${usual.get(line) ?? 0}\t${deep.get(line) ?? 0}\t${line}`);
  expect(`${table.join('\n')}\n`).toMatchSnapshot('planned-requests.txt');
});
