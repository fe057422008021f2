import { expect, must, test } from './drive/test';
import { freshId } from './probes/ids';

test('GET /v1/models answers under /v1/', must('service.version-path'), async ({ baseline }) => {
  const response = await baseline.models();
  expect(response).toBeServed();
});

test('GET /v1/credits answers under /v1/', must('service.version-path'), async ({ baseline }) => {
  const response = await baseline.credits();
  expect(response).toBeServed();
});

test('GET /v1/jobs/{job_id} answers under /v1/', must('service.version-path'), async ({ owner }) => {
  const response = await owner.get(`/v1/jobs/${freshId()}`);
  expect(response).toBeRefused();
});
