import { job } from './drive/operations';
import { advice, expect, must, test } from './drive/test';
import { isServed } from './engine/answer';
import { anIdentifier, aString, aValueAt, nothingTellsThemApart } from './engine/requirements';
import { nearIds, oddIds, unknownIds } from './probes/ids';

// The first, since others wait until it is done.
test(
  "another account's job is answered not_found just after its submission",
  must('jobs.lookup.foreign', 'spends'),
  async ({ given }) => {
    const response = await given.foreignAtOnce('job');
    expect(response).toFailWith(404, 'not_found');
  },
);

test('a submitted task answers a job_id', must('jobs.submit.id', 'spends'), async ({ baseline, target }) => {
  const response = await baseline.submission();
  expect(response).toHold(anIdentifier('job_id', target.job?.id));
});

test(
  'each submitted task answers a job_id, whatever its tier and the form of its input',
  must('jobs.submit.id', 'spends'),
  async ({ baseline, trials, target }) => {
    const first = await baseline.submission();
    const responses = await trials.served('submit');
    expect([first, ...responses.filter(isServed)]).toAllHold(anIdentifier('job_id', target.job?.id));
  },
);

test('the job_id is a string', advice('jobs.submit.id-string', 'spends'), async ({ baseline, target }) => {
  const response = await baseline.submission();
  expect(response).toHold(aString('job_id', target.job?.id));
});

test('the owner reads its job', must('jobs.lookup.own', 'spends'), async ({ baseline }) => {
  const response = await baseline.job();
  expect(response).toBeServed();
});

test(
  'the owner reads its job again once it is done',
  must('jobs.lookup.own', 'spends'),
  async ({ baseline }) => {
    const first = await baseline.finishedJob();
    const second = await baseline.jobOnceDone();
    expect([first, second]).toBeServed();
  },
);

test(
  'the owner reads its job every time, whatever the request accepts',
  must('jobs.lookup.own', 'spends'),
  async ({ baseline, trials }) => {
    await baseline.job();
    const responses = await trials.again(job);
    expect(responses).toBeServed();
  },
);

test(
  'the look-up shows the state of the job',
  must('jobs.lookup.state', 'spends'),
  async ({ baseline, given }) => {
    const state = given.place('state');
    const first = await baseline.job();
    const last = await baseline.finishedJob();
    expect(first).toHold(aValueAt(state));
    expect(last).toHold(aValueAt(state));
  },
);

test(
  'the look-up shows the result of the job once it is done',
  must('jobs.lookup.result', 'spends'),
  async ({ baseline, given }) => {
    const result = given.place('result');
    const response = await baseline.finishedJob();
    expect(response).toHold(aValueAt(result));
  },
);

test(
  'the owner reads each of its jobs, whatever the tier and the form of the input',
  must('jobs.lookup.own', 'spends'),
  async ({ trials }) => {
    const responses = await trials.jobs();
    expect(responses).toBeServed();
  },
);

test(
  'the look-up shows the result of each job once it is done, whatever the tier and the form of the input',
  must('jobs.lookup.result', 'spends'),
  async ({ given, trials }) => {
    const result = given.place('result');
    const [first, ...others] = await trials.jobs();
    expect([first, ...others.filter(isServed)]).toAllHold(aValueAt(result));
  },
);

test(
  'an unknown job id of the form that the target gives is answered not_found',
  must('jobs.lookup.unknown', 'spends'),
  async ({ trials }) => {
    const responses = await trials.ids('job', unknownIds);
    expect(responses).toFailWith(404, 'not_found');
  },
);

test('an odd job id is refused', must('jobs.lookup.odd'), async ({ trials }) => {
  const responses = await trials.ids('job', oddIds);
  expect(responses).toBeRefused();
});

test(
  'an id that is almost that of the own job is refused',
  must('jobs.lookup.odd', 'spends'),
  async ({ trials }) => {
    const responses = await trials.ids('job', nearIds);
    expect(responses).toBeRefused();
  },
);

test(
  'a job id that is any for a search is refused',
  must('jobs.lookup.odd', 'spends'),
  async ({ trials }) => {
    const responses = await trials.wildcards();
    expect(responses).toBeRefused();
  },
);

test('an odd job id is answered not_found', advice('jobs.lookup.odd-exact'), async ({ trials }) => {
  const responses = await trials.ids('job', oddIds);
  expect(responses).toFailWith(404, 'not_found');
});

test(
  "another account's job is answered not_found, however often it is asked for",
  must('jobs.lookup.foreign', 'spends'),
  async ({ stranger, given, trials }) => {
    await given.owned('job');
    const responses = await trials.foreign('job', stranger);
    expect(responses).toFailWith(404, 'not_found');
  },
);

test(
  "another account's job is not served to an account that cannot use the AI either",
  must('jobs.lookup.foreign', 'spends'),
  async ({ trials }) => {
    const responses = await trials.thirds('job');
    expect(responses).toBeRefused();
  },
);

test(
  "another account's run is not served at the look-up of a job",
  must('jobs.lookup.foreign', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.otherKind('job', stranger);
    expect(responses).toBeRefused();
  },
);

test(
  'the job of FOREIGN_JOB_ID is answered not_found',
  must('jobs.lookup.foreign'),
  async ({ owner, given }) => {
    const response = await owner.job(given.foreign('FOREIGN_JOB_ID'));
    expect(response).toFailWith(404, 'not_found');
  },
);

test(
  'an unknown job id is answered not_found to another account, too',
  must('jobs.lookup.unknown', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.apart('job', stranger);
    expect(responses.slice(1, 2)).toFailWith(404, 'not_found');
  },
);

test(
  "another account's job cannot be told from an unknown one",
  advice('jobs.lookup.foreign-untellable', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.apart('job', stranger);
    expect(responses).toHold(nothingTellsThemApart);
  },
);
