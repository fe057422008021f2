import { expect, request, test } from '@playwright/test';

test('Playwright takes the stack of a call in captureRawStack, by which it is left unformatted', async () => {
  const { prepareStackTrace: format } = Error;
  const names = new Set<string | null | undefined>();
  Error.prepareStackTrace = (error, calls) => {
    names.add(calls[0]?.getFunctionName());
    return format?.(error, calls) ?? '';
  };
  const context = await request.newContext();
  await context.get('http://127.0.0.1:9').catch(() => undefined);
  await context.dispose();
  Error.prepareStackTrace = format;
  expect([...names]).toContain('captureRawStack');
});
