import { expect, test } from '@playwright/test';
import { onMock } from '../../../proof/helpers/open-mock';
import { foreignAtOnce } from '../../drive/ask/ask';
import { requireOwned } from '../../drive/named/work';
import { formOf } from './form';

test('a form has the types of the values, and the matching ID alone as it is', () => {
  const job = {
    job_id: 'job-1',
    state: 'done',
    result: { text: 'Private words.', tokens: 12, cached: true },
  };
  expect(formOf(job, 'job-1')).toEqual({
    job_id: 'job-1',
    state: 'string',
    result: { text: 'string', tokens: 0, cached: false },
  });
  expect(formOf([{ id: 17, owner: null }, { id: 18 }], '17')).toEqual([{ id: 17, owner: null }]);
  expect(formOf('Private words.', 'job-1')).toBe('string');
});

test('a lookup of the job of another account is stored by its form, one of an own job as it is', async () => {
  const { evidence } = await onMock({ defects: ['everybody can read a job'] }, async (session) => {
    await foreignAtOnce(session, 'job');
    await requireOwned(session, 'job');
  });
  const looked = evidence.exchanges.filter(({ operation }) => operation === 'job');
  const shown = looked.map(({ variable, response }) => [
    variable,
    response?.form,
    response?.body.includes('string'),
  ]);
  expect(shown).toContainEqual(['OTHER_API_KEY', true, true]);
  for (const [variable, form] of shown)
    expect(form === true, `${variable}`).toBe(variable === 'OTHER_API_KEY');
  expect(looked.map(({ variable }) => variable)).toContain('API_KEY');
});
