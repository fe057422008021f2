import { observe, observeHeader } from './drive/case/observe';
import { models, withBody } from './drive/operations';
import { open, test } from './drive/test';
import { failure } from './engine/expectation';
import { freshId } from './probes/ids';

test('the answer to an unknown route is recorded', open('open.routes.unknown'), async ({ owner }) => {
  const response = await owner.get(`/v1/${freshId()}`);
  observe('unknown route', response);
});

test(
  'the answer to the look-up of a job without an id is recorded',
  open('open.routes.unknown'),
  async ({ owner }) => {
    const response = await owner.get('/v1/jobs/');
    observe('GET /v1/jobs/', response);
  },
);

test(
  'the answers to look-ups of a job at addresses that front ends read are recorded',
  open('open.routes.unknown'),
  async ({ trials }) => {
    for (const response of await trials.inFront()) observe('a job id that front ends read', response);
  },
);

test(
  'the answer to a wrong method on a known path is recorded',
  open('open.methods.wrong'),
  async ({ owner }) => {
    const response = await owner.send({ method: 'DELETE', path: '/v1/models' });
    observe('DELETE /v1/models', response);
  },
);

test(
  'the answers to requests with two conditions at once are recorded',
  open('open.errors.precedence', 'spends'),
  async ({ trials }) => {
    for (const response of await trials.conditions()) observe('two conditions at once', response);
  },
);

test(
  'the answer to a text request beyond the credits and without an input is recorded',
  open('open.errors.precedence', 'spends'),
  async ({ broke, given }) => {
    const response = await broke.text({ model: await given.model('text') });
    observe('too few credits and no input', response);
  },
);

for (const [what, place] of withBody) {
  test(
    `the answers to ${place} with an odd body are recorded`,
    open('open.bodies', 'spends'),
    async ({ trials }) => {
      for (const response of await trials.bodies(what)) observe(`${place} with an odd body`, response);
    },
  );
}

test(
  'the answers to faulty workflows with names in other alphabets are recorded',
  open('open.bodies', 'spends'),
  async ({ trials }) => {
    for (const response of await trials.otherNames()) observe('names in another alphabet', response);
  },
);

test(
  'the answer to a text request of more than a megabyte is recorded',
  open('open.bodies', 'spends'),
  async ({ trials }) => {
    const response = await trials.unusual('more than a megabyte and no input');
    observe('more than a megabyte without an input', response);
  },
);

test('the body of GET /v1/models is recorded', open('open.body.models'), async ({ baseline }) => {
  const response = await baseline.models();
  observe('GET /v1/models', response);
});

test('the body of GET /v1/credits is recorded', open('open.body.credits'), async ({ baseline }) => {
  const response = await baseline.credits();
  observe('GET /v1/credits', response);
});

test('the body of a job look-up is recorded', open('open.body.job', 'spends'), async ({ baseline }) => {
  const response = await baseline.finishedJob();
  observe('GET /v1/jobs/{job_id}', response);
});

test('the body of a run look-up is recorded', open('open.body.run', 'spends'), async ({ baseline }) => {
  const response = await baseline.run();
  observe('the look-up of a run', response);
});

test(
  'whether a 401 has the header WWW-Authenticate is recorded',
  open('open.headers.www-authenticate'),
  async ({ anonymous, trials }) => {
    const responses = await trials.accepting(anonymous, models, failure(401, 'missing_api_key'));
    for (const response of responses) observeHeader('www-authenticate', response);
  },
);

test(
  'the answer to a read after the usage of the day is used up is recorded',
  open('open.reads.limited'),
  async ({ capped }) => {
    const response = await capped.get('/v1/credits');
    observe('a read after the daily quota', response);
  },
);

test(
  'the answer to a read without connected AI usage settings is recorded',
  open('open.reads.limited'),
  async ({ unlinked }) => {
    const response = await unlinked.get('/v1/credits');
    observe('a read without a backend account', response);
  },
);
