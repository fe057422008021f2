import { observe, observeHeader } from './drive/case/observe';
import { withBody } from './drive/operations';
import { advice, expect, must, open, test } from './drive/test';
import { failure } from './engine/expectation';
import { aValueAt, creditsLowered, creditsUnchanged } from './engine/requirements';

/** What must be asked after everything else: Playwright takes files by their names, and this one last. */

test(
  'a text request lowers the credits',
  must('credits.use.deducted', 'spends'),
  async ({ baseline, target }) => {
    const response = await baseline.charged();
    expect(response).toHold(creditsLowered(target.credits));
  },
);

for (const [what, place] of withBody) {
  test(
    `${place} lowers the credits when it is done, whatever its tier and the form of its input`,
    must('credits.use.deducted', 'spends'),
    async ({ trials, target }) => {
      const responses = await trials.charged(what);
      expect(responses).toAllHold(creditsLowered(target.credits));
    },
  );
}

test(
  'workflows refused as invalid_workflow cost nothing later either, at the end of the run',
  must('workflows.rejected.free', 'spends'),
  async ({ trials, target }) => {
    const change = await trials.refusedAtLast('workflows');
    expect(change).toHold(creditsUnchanged(target.credits));
  },
);

test(
  'requests refused with 401, 404 and 422 cost nothing',
  advice('credits.refused.free', 'spends'),
  async ({ trials, target }) => {
    const change = await trials.refusedAtLast('requests');
    expect(change).toHold(creditsUnchanged(target.credits));
  },
);

test(
  "another account's job is answered not_found at the end of the run",
  must('jobs.lookup.foreign', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.foreignJobs(stranger);
    expect(responses).toFailWith(404, 'not_found');
  },
);

test(
  'the owner reads its job at the end of the run',
  must('jobs.lookup.own', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.jobAtLast();
    expect(response).toBeServed();
  },
);

test(
  'the look-up shows the result of the job at the end of the run too',
  must('jobs.lookup.result', 'spends'),
  async ({ baseline, given }) => {
    const result = given.place('result');
    const response = await baseline.finishedJobAtLast();
    expect(response).toHold(aValueAt(result));
  },
);

test(
  "another account's run is answered not_found at the end of the run",
  must('runs.lookup.foreign', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.foreignRuns(stranger);
    expect(responses).toFailWith(404, 'not_found');
  },
);

test(
  'the owner reads its run at the end of the run',
  must('runs.lookup.own', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.runAtLast();
    expect(response).toBeServed();
  },
);

test(
  'a key that was reissued is refused at the end of the run too',
  must('auth.key.inactive', 'spends'),
  async ({ retired, trials }) => {
    const responses = await trials.everywhere(retired, failure(401, 'invalid_api_key'));
    expect(responses).toFailWith(401, 'invalid_api_key');
  },
);

// On a live target an account of its own may share its address with the others: they have been asked by now.
test(
  'too many calls within a minute are refused',
  must('limits.rate.exceeded', 'bursts'),
  async ({ burst }) => {
    const response = await burst.untilRefused();
    expect(response).toFailWith(429, 'rate_limited');
  },
);

test('the answer that ends a burst is recorded', open('limits.rate.numbers', 'bursts'), async ({ burst }) => {
  const response = await burst.untilRefused();
  observe('the answer that ends a burst', response);
});

test(
  'whether a 429 has the header Retry-After is recorded',
  open('open.headers.retry-after', 'bursts'),
  async ({ burst }) => {
    const response = await burst.untilRefused();
    observeHeader('retry-after', response);
  },
);

// The last, since its window began with the burst.
test(
  'after at most a minute of silence the same request is served',
  must('limits.rate.recovers', 'bursts'),
  async ({ burst }) => {
    const responses = await burst.afterSilence();
    expect(responses).toBeServed();
  },
);
