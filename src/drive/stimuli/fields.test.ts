import { expect, test } from '@playwright/test';
import { onMock } from '../../../proof/helpers/open-mock';
import { sendCheck } from '../../../proof/helpers/send-check';
import mock from '../../../tests/targets/mock';
import type { Target } from '../target-file/target';

/** Sends a text request with a field that names a part of the target file. */
const naming = (target: Target) =>
  onMock({ target }, (session) =>
    sendCheck(session, { at: 'text', send: { fields: { prompt: '{prompt}', metadata: '{run}' } } }),
  );

test('a request with a field that names a part of the target file is recorded as built from that part', async () => {
  const { value } = await naming(mock);
  expect(value?.[0]?.exchange.parts).toEqual(['text.prompt', 'run']);
});

test('a request with a field that names a part is not sent if the target file lacks the part', async () => {
  const { run, ...target } = mock;
  const { value, evidence } = await naming(target);
  expect(value).toBeUndefined();
  expect(evidence.unjudged?.reason).toEqual({ kind: 'needs', what: 'run' });
});
