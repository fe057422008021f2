import { run } from './drive/operations';
import { advice, expect, must, test } from './drive/test';
import { isServed } from './engine/answer';
import { anIdentifier, aString, nothingTellsThemApart } from './engine/requirements';
import { nearIds, oddIds, unknownIds } from './probes/ids';

// The first, since others wait until it is done.
test(
  "another account's run is answered not_found just after its submission",
  must('runs.lookup.foreign', 'spends'),
  async ({ given }) => {
    const response = await given.foreignAtOnce('run');
    expect(response).toFailWith(404, 'not_found');
  },
);

test(
  'a submitted workflow answers a run_id',
  must('runs.submit.id', 'spends'),
  async ({ baseline, target }) => {
    const response = await baseline.workflow();
    expect(response).toHold(anIdentifier('run_id', target.workflow?.runId));
  },
);

test(
  'each submitted workflow answers a run_id, whatever its blocks',
  must('runs.submit.id', 'spends'),
  async ({ baseline, trials, target }) => {
    const [first, long, skipping] = [
      await baseline.workflow('short'),
      await baseline.workflow('long'),
      await baseline.workflow('skipping'),
    ];
    const others = [long, skipping, ...(await trials.chains())].filter(isServed);
    expect([first, ...others]).toAllHold(anIdentifier('run_id', target.workflow?.runId));
  },
);

test('the run_id is a string', advice('runs.submit.id-string', 'spends'), async ({ baseline, target }) => {
  const response = await baseline.workflow();
  expect(response).toHold(aString('run_id', target.workflow?.runId));
});

test('the owner reads its run', must('runs.lookup.own', 'spends'), async ({ baseline }) => {
  const response = await baseline.run();
  expect(response).toBeServed();
});

test(
  'the owner reads each of its runs, whatever its blocks',
  must('runs.lookup.own', 'spends'),
  async ({ trials }) => {
    const responses = await trials.runs();
    expect(responses).toBeServed();
  },
);

test(
  'the owner reads its run every time, whatever the request accepts',
  must('runs.lookup.own', 'spends'),
  async ({ baseline, trials }) => {
    await baseline.run();
    const responses = await trials.again(run);
    expect(responses).toBeServed();
  },
);

test(
  'an unknown run id of the form that the target gives is answered not_found',
  must('runs.lookup.unknown', 'spends'),
  async ({ trials }) => {
    const responses = await trials.ids('run', unknownIds);
    expect(responses).toFailWith(404, 'not_found');
  },
);

test('an odd run id is refused', must('runs.lookup.odd', 'spends'), async ({ trials }) => {
  const responses = await trials.ids('run', oddIds);
  expect(responses).toBeRefused();
});

test(
  'an id that is almost that of the own run is refused',
  must('runs.lookup.odd', 'spends'),
  async ({ trials }) => {
    const responses = await trials.ids('run', nearIds);
    expect(responses).toBeRefused();
  },
);

test('an odd run id is answered not_found', advice('runs.lookup.odd-exact', 'spends'), async ({ trials }) => {
  const responses = await trials.ids('run', oddIds);
  expect(responses).toFailWith(404, 'not_found');
});

test(
  "another account's run is answered not_found, however often it is asked for",
  must('runs.lookup.foreign', 'spends'),
  async ({ stranger, given, trials }) => {
    await given.owned('run');
    const responses = await trials.foreign('run', stranger);
    expect(responses).toFailWith(404, 'not_found');
  },
);

test(
  "another account's run is not served to an account that cannot use the AI either",
  must('runs.lookup.foreign', 'spends'),
  async ({ trials }) => {
    const responses = await trials.thirds('run');
    expect(responses).toBeRefused();
  },
);

test(
  "another account's job is not served at the look-up of a run",
  must('runs.lookup.foreign', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.otherKind('run', stranger);
    expect(responses).toBeRefused();
  },
);

test(
  'the run of FOREIGN_RUN_ID is answered not_found',
  must('runs.lookup.foreign', 'spends'),
  async ({ owner, given }) => {
    const response = await owner.run(given.foreign('FOREIGN_RUN_ID'));
    expect(response).toFailWith(404, 'not_found');
  },
);

test(
  'an unknown run id is answered not_found to another account, too',
  must('runs.lookup.unknown', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.apart('run', stranger);
    expect(responses.slice(1, 2)).toFailWith(404, 'not_found');
  },
);

test(
  "another account's run cannot be told from an unknown one",
  advice('runs.lookup.foreign-untellable', 'spends'),
  async ({ stranger, trials }) => {
    const responses = await trials.apart('run', stranger);
    expect(responses).toHold(nothingTellsThemApart);
  },
);
