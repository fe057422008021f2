import { expect, test } from '@playwright/test';
import { details } from '../../src/report/terminal';
import mockTarget from '../../tests/targets/mock';
import { reportOn } from '../run';

// A check with several places, one of which cannot be tested.

/** A target file in which text requests return the job, without a separate submission. */
const givesTheJob = {
  ...mockTarget,
  text: mockTarget.job.submit,
  job: { id: '/job_id', state: '/state', result: '/result' },
};
const asked = { target: givesTheJob, verifiedEarlier: [] };

for (const depth of [1, 3] as const) {
  test(`an accepted model name with trailing spaces is reported at depth ${depth} if text requests return the job`, async () => {
    const defects = ['the database pads names of models with spaces'];
    const { clauses, outcome } = await reportOn({ ...asked, defects, depth }, /^models\.use\.unlisted$/);
    const names = clauses.find(({ id }) => id === 'models.use.unlisted');
    expect([outcome.exitCode, names?.verdict]).toEqual([1, 'violates']);
  });
}

test('a place that cannot be tested is listed, and the other places are judged', async () => {
  const odd = /^(models\.use\.unlisted|unspecified\.errors\.precedence)$/;
  const report = await reportOn({ ...asked, depth: 3 }, odd);
  expect(report.outcome.exitCode).toBe(0);
  expect(details(report)).toContainEqual(
    expect.stringMatching(
      /^ {2}Needs a submission of jobs apart from text requests: 1 clause in part \(models\.use\.unlisted\)$/,
    ),
  );
  const checksOf = (id: string) => report.clauses.find((clause) => clause.id === id)?.checks ?? [];
  expect(checksOf('models.use.unlisted')).toContainEqual(
    expect.objectContaining({
      verdict: 'conforms',
      untested: [
        expect.objectContaining({ place: 'job submission', verdict: 'not tested' }),
        expect.objectContaining({ place: 'job submission with messages', verdict: 'not tested' }),
      ],
    }),
  );
  const [conditions] = checksOf('unspecified.errors.precedence');
  expect(conditions?.verdict).toBe('unspecified');
  expect(conditions?.untested).toHaveLength(1);
  expect(conditions?.observations['two conditions at once']?.length).toBeGreaterThan(1);
});
