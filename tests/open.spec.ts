import { freshId } from './support/ids';
import { observe, observeHeader } from './support/requirements';
import { open, test } from './support/test';

test('an unknown route', open('open.routes.unknown'), async ({ owner }) => {
  const response = await owner.get(`/v1/${freshId()}`);
  observe('unknown route', response);
});

test('a wrong method on a known path', open('open.methods.wrong'), async ({ owner }) => {
  const response = await owner.send({ method: 'DELETE', path: '/v1/models' });
  observe('DELETE /v1/models', response);
});

test('an unknown job asked for with a wrong key', open('open.errors.precedence'), async ({ presenting }) => {
  const response = await presenting('one character longer', (key) => `Bearer ${key}x`).get(
    `/v1/jobs/${freshId()}`,
  );
  observe('wrong key and unknown job', response);
});

test(
  'a text request with neither an input nor a listed model',
  open('open.errors.precedence', 'spends'),
  async ({ owner, given }) => {
    const response = await owner.text({ model: await given.unlisted('random') });
    observe('unlisted model and no input', response);
  },
);

test('the body of GET /v1/models', open('open.body.models'), async ({ baseline }) => {
  const response = await baseline.models();
  observe('GET /v1/models', response);
});

test('the body of GET /v1/credits', open('open.body.credits'), async ({ baseline }) => {
  const response = await baseline.credits();
  observe('GET /v1/credits', response);
});

test('the body of a job look-up', open('open.body.job', 'spends'), async ({ baseline }) => {
  const response = await baseline.job();
  observe('GET /v1/jobs/{job_id}', response);
});

test('the header WWW-Authenticate of a 401', open('open.headers.www-authenticate'), async ({ anonymous }) => {
  const response = await anonymous.get('/v1/models');
  observeHeader('www-authenticate', response);
});

test('the header Retry-After of a 429', open('open.headers.retry-after', 'bursts'), async ({ burst }) => {
  const response = await burst.untilRefused();
  observeHeader('retry-after', response);
});

test(
  'a read by an account whose usage of the day is used up',
  open('open.reads.limited'),
  async ({ capped }) => {
    const response = await capped.get('/v1/credits');
    observe('a read after the daily quota', response);
  },
);

test(
  'a read by an account without connected AI usage settings',
  open('open.reads.limited'),
  async ({ unlinked }) => {
    const response = await unlinked.get('/v1/credits');
    observe('a read without a backend account', response);
  },
);
