import { test } from '@playwright/test';
import { works } from '../spec/works';
import { must, should } from '../src/check/check';
import { accepted, each, eachAccepted, rejected, status, together } from '../src/check/expected';
import { operationOf } from '../src/settings/operations';

const notFound = status(404, 'not_found');

for (const [at, other, submitted, forms] of [
  ['job', 'run', 'submission', 'each tier and form of input'],
  ['run', 'job', 'workflow', 'each form of chain'],
] as const) {
  const { name } = operationOf(at);
  const { chapter, id, foreign } = works[at];

  // The first check, since others wait until the work is done.
  test(
    `${name} rejects another account's ${at} with 404 just after its submission`,
    ...must(`${chapter}.lookup.foreign`, {
      at,
      as: 'other account',
      send: { foreign: 'just submitted' },
      expect: notFound,
    }),
  );

  test(
    `${name} finds the owner's ${at}`,
    ...must(`${chapter}.lookup.own`, { at, send: 'once', expect: accepted }),
  );
  test(
    `${name} finds the owner's ${at} repeatedly, with different Accept headers`,
    ...must(`${chapter}.lookup.own`, { at, send: 'repeatedly', expect: accepted }),
  );
  test(
    `${name} finds the owner's ${at}s of ${forms} (one of them; all with DEPTH=3)`,
    ...must(`${chapter}.lookup.own`, { at, send: { own: 'of each kind' }, expect: accepted }),
  );

  test(
    `${name} rejects an unknown ID with 404`,
    ...must(`${chapter}.lookup.unknown`, { at, send: { ids: 'unknown' }, expect: notFound }),
  );
  test(
    `${name} rejects the name of a model as an ID with any 4xx`,
    ...must(`${chapter}.lookup.odd`, { at, send: { ids: 'names of models' }, expect: rejected }),
  );
  test(
    `${name} rejects an ID of an unusual form with any 4xx`,
    ...must(`${chapter}.lookup.odd`, { at, send: { ids: 'odd' }, expect: rejected }),
  );
  test(
    `${name} rejects an ID that differs slightly from that of the owner's ${at} with any 4xx`,
    ...must(`${chapter}.lookup.odd`, { at, send: { ids: 'near' }, expect: rejected }),
  );
  test(
    `${name} rejects an ID of an unusual form with 404`,
    ...should(`${chapter}.lookup.odd-exact`, { at, send: { ids: 'odd' }, expect: notFound }),
  );
  test(
    `${name} rejects the name of a model as an ID with 404`,
    ...should(`${chapter}.lookup.odd-exact`, { at, send: { ids: 'names of models' }, expect: notFound }),
  );

  test(
    `${name} rejects another account's ${at} with 404 each time that it is asked for`,
    ...must(`${chapter}.lookup.foreign`, {
      at,
      as: 'other account',
      send: { foreign: 'repeatedly' },
      expect: notFound,
    }),
  );
  test(
    `${name} rejects another account's ${at} with any 4xx if the asking account has no credits or no AI usage settings`,
    ...must(`${chapter}.lookup.foreign`, {
      at,
      send: { foreign: 'by accounts without AI' },
      expect: rejected,
    }),
  );
  test(
    `${name} rejects the ID of another account's ${other} with any 4xx`,
    ...must(`${chapter}.lookup.foreign`, {
      at,
      as: 'other account',
      send: { ids: 'of the other kind' },
      expect: rejected,
    }),
  );
  test(
    `${name} rejects the ID in ${foreign.variable} with 404`,
    ...must(`${chapter}.lookup.foreign`, { at, send: { foreign: 'from a variable' }, expect: notFound }),
  );
  test(
    `${name} rejects an unknown ID with 404 if a second account asks`,
    ...must(`${chapter}.lookup.unknown`, {
      at,
      as: 'other account',
      send: { ids: 'unknown to the other account' },
      expect: notFound,
    }),
  );
  test(
    `${name} returns the same response for another account's ${at} and an unknown one`,
    ...should(`${chapter}.lookup.foreign-untellable`, {
      at,
      as: 'other account',
      send: { foreign: 'beside an unknown one' },
      expect: together('alike'),
    }),
  );

  test(
    `${name} rejects another account's ${at} with 404 after all other checks`,
    ...must(`${chapter}.lookup.foreign`, {
      at,
      as: 'other account',
      send: { foreign: 'at the end' },
      expect: notFound,
      atEnd: true,
    }),
  );
  test(
    `${name} finds the owner's ${at} after all other checks`,
    ...must(`${chapter}.lookup.own`, { at, send: { own: 'at the end' }, expect: accepted, atEnd: true }),
  );

  test(
    `${operationOf(submitted).name} returns a ${id}`,
    ...must(`${chapter}.submit.id`, { at: submitted, send: 'once', expect: each(id) }),
  );
  test(
    `the ${id} is a string`,
    ...should(`${chapter}.submit.id-string`, {
      at: submitted,
      send: 'once',
      expect: each(`${id} is a string`),
    }),
  );
}

test(
  'job submission returns a job_id, with a prompt and with messages (one tier; all with DEPTH=3)',
  ...must('jobs.submit.id', { at: 'submission', send: 'eachSubmission', expect: eachAccepted('job_id') }),
);

test(
  "GET /v1/jobs/{job_id} finds the owner's job again once it is done",
  ...must('jobs.lookup.own', { at: 'job', send: { own: 'again when done' }, expect: accepted }),
);
test(
  "GET /v1/jobs/{job_id} returns the job's state",
  ...must('jobs.lookup.state', {
    at: 'job',
    send: { own: 'before and when done' },
    expect: each('job state'),
  }),
);
test(
  "GET /v1/jobs/{job_id} returns the job's result once it is done",
  ...must('jobs.lookup.result', { at: 'job', send: { own: 'when done' }, expect: each('job result') }),
);
test(
  'GET /v1/jobs/{job_id} returns the results of jobs of each tier and form of input once they are done (one of them; all with DEPTH=3)',
  ...must('jobs.lookup.result', {
    at: 'job',
    send: { own: 'of each kind' },
    expect: eachAccepted('job result'),
  }),
);
test(
  'GET /v1/jobs/{job_id} rejects IDs with control characters with any 4xx',
  ...must('jobs.lookup.odd', { at: 'job', send: { ids: 'with control characters' }, expect: rejected }),
);
test(
  'GET /v1/jobs/{job_id} rejects IDs with SQL or glob wildcards with any 4xx',
  ...must('jobs.lookup.odd', { at: 'job', send: { ids: 'with wildcards' }, expect: rejected }),
);

test(
  'workflow submission returns a run_id for chains of other forms (more with DEPTH=3)',
  ...must('runs.submit.id', { at: 'run', send: 'eachSubmission', expect: eachAccepted('run_id') }),
);
test(
  "GET /v1/jobs/{job_id} returns the job's result after all other checks",
  ...must('jobs.lookup.result', {
    at: 'job',
    send: { own: 'done, at the end' },
    expect: each('job result'),
    atEnd: true,
  }),
);
