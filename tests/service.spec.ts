import { expect, must, test } from './drive/test';

test('GET /v1/models answers under /v1/', must('service.version-path'), async ({ baseline }) => {
  const response = await baseline.models();
  expect(response).toBeServed();
});

test('GET /v1/credits answers under /v1/', must('service.version-path'), async ({ baseline }) => {
  const response = await baseline.credits();
  expect(response).toBeServed();
});

test(
  'GET /v1/jobs/{job_id} answers under /v1/',
  must('service.version-path', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.jobAddress();
    expect(response).toBeServed();
  },
);
