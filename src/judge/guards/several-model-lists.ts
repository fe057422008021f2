import { body, isAccepted } from '../response/answer';
import { documented } from '../response/documented';
import { listOf, severalLists } from '../response/models';
import type { Ask } from './guard';

export const severalModelLists: Ask = ({ expected, answer, context }) => {
  if (expected.kind !== 'models' && expected.kind !== 'models once' && expected.kind !== 'tiers') return null;
  const listed = listOf(answer, context, expected.at);
  if (!('several' in listed)) return null;
  if (expected.kind === 'models') {
    const { several } = documented('models', answer.status, body(answer), listed);
    if (!isAccepted(answer) || !several) return null;
  }
  return { verdict: 'not tested', reason: severalLists(listed.several) };
};
