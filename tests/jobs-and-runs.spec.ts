import { test } from '@playwright/test';
import { advice, must } from '../src/drive/check/check';
import { accepted, each, eachAccepted, rejected, status, together } from '../src/drive/check/expected';

const notFound = status(404, 'not_found');

for (const [at, chapter, other] of [
  ['job', 'jobs', 'run'],
  ['run', 'runs', 'job'],
] as const) {
  const name = `${at} lookup`;

  // The first, since others wait until the work is done.
  test(
    `${name} does not find another account's ${at} just after its submission`,
    ...must(`${chapter}.lookup.foreign`, { at, as: 'other', send: 'justSubmitted', expect: notFound }),
  );

  test(
    `${name} finds the owner's ${at}`,
    ...must(`${chapter}.lookup.own`, { at, send: 'once', expect: accepted }),
  );
  test(
    `${name} finds the owner's ${at} every time, with any Accept header`,
    ...must(`${chapter}.lookup.own`, { at, send: 'repeatedly', expect: accepted }),
  );
  test(
    `${name} finds each of the owner's ${at}s`,
    ...must(`${chapter}.lookup.own`, { at, send: 'eachOwn', expect: accepted }),
  );

  test(
    `${name} does not find an unknown id`,
    ...must(`${chapter}.lookup.unknown`, { at, send: { ids: 'unknown' }, expect: notFound }),
  );
  test(
    `${name} rejects an odd id`,
    ...must(`${chapter}.lookup.odd`, { at, send: { ids: 'odd' }, expect: rejected }),
  );
  test(
    `${name} rejects an id that is almost that of the owner's ${at}`,
    ...must(`${chapter}.lookup.odd`, { at, send: { ids: 'near' }, expect: rejected }),
  );
  test(
    `${name} does not find an odd id`,
    ...advice(`${chapter}.lookup.odd-exact`, { at, send: { ids: 'odd' }, expect: notFound }),
  );

  test(
    `${name} does not find another account's ${at}, however often it asks`,
    ...must(`${chapter}.lookup.foreign`, { at, as: 'other', send: 'foreignRepeatedly', expect: notFound }),
  );
  test(
    `${name} rejects an account that cannot use the AI and asks for another account's ${at}`,
    ...must(`${chapter}.lookup.foreign`, { at, send: 'foreignByOthers', expect: rejected }),
  );
  test(
    `${name} rejects the id of another account's ${other}`,
    ...must(`${chapter}.lookup.foreign`, { at, as: 'other', send: 'otherKind', expect: rejected }),
  );
  test(
    `${name} does not find the ${at} of FOREIGN_${at === 'job' ? 'JOB' : 'RUN'}_ID`,
    ...must(`${chapter}.lookup.foreign`, { at, send: 'foreignFromVariable', expect: notFound }),
  );
  test(
    `${name} does not find an unknown id for another account either`,
    ...must(`${chapter}.lookup.unknown`, { at, as: 'other', send: 'unknownToOther', expect: notFound }),
  );
  test(
    `nothing in the response tells another account's ${at} from an unknown one`,
    ...advice(`${chapter}.lookup.foreign-untellable`, {
      at,
      as: 'other',
      send: 'foreignAndUnknown',
      expect: together('alike'),
    }),
  );

  test(
    `${name} does not find another account's ${at} at the end of the run`,
    ...must(`${chapter}.lookup.foreign`, {
      at,
      as: 'other',
      send: 'foreignAtEnd',
      expect: notFound,
      atEnd: true,
    }),
  );
  test(
    `${name} finds the owner's ${at} at the end of the run`,
    ...must(`${chapter}.lookup.own`, { at, send: 'ownAtEnd', expect: accepted, atEnd: true }),
  );
}

test(
  'job submission returns a job_id',
  ...must('jobs.submit.id', { at: 'submission', send: 'once', expect: each('job_id') }),
);
test(
  'job submission returns a job_id for each tier and form of the input',
  ...must('jobs.submit.id', { at: 'submission', send: 'eachSubmission', expect: eachAccepted('job_id') }),
);

test(
  'the job_id is a string',
  ...advice('jobs.submit.id-string', { at: 'submission', send: 'once', expect: each('job_id is a string') }),
);

test(
  "job lookup finds the owner's job again once it is done",
  ...must('jobs.lookup.own', { at: 'job', send: 'againWhenDone', expect: accepted }),
);
test(
  "job lookup returns the job's state",
  ...must('jobs.lookup.state', { at: 'job', send: 'beforeAndWhenDone', expect: each('job state') }),
);
test(
  "job lookup returns the job's result once it is done",
  ...must('jobs.lookup.result', { at: 'job', send: 'whenDone', expect: each('job result') }),
);
test(
  "job lookup returns each job's result once it is done",
  ...must('jobs.lookup.result', { at: 'job', send: 'eachOwn', expect: eachAccepted('job result') }),
);
test(
  'job lookup rejects SQL and glob wildcards',
  ...must('jobs.lookup.odd', { at: 'job', send: 'wildcards', expect: rejected }),
);

test(
  'workflow submission returns a run_id',
  ...must('runs.submit.id', { at: 'workflow', send: 'once', expect: each('run_id') }),
);
test(
  'workflow submission returns a run_id for each shape of chain',
  ...must('runs.submit.id', { at: 'run', send: 'eachSubmission', expect: eachAccepted('run_id') }),
);
test(
  'the run_id is a string',
  ...advice('runs.submit.id-string', { at: 'workflow', send: 'once', expect: each('run_id is a string') }),
);

test(
  "job lookup returns the job's result at the end of the run",
  ...must('jobs.lookup.result', { at: 'job', send: 'doneAtEnd', expect: each('job result'), atEnd: true }),
);
