import { parseArgs } from 'node:util';
import { mockKeys } from './accounts';
import { faults } from './faults';
import { startMock } from './server';

/**
 * Runs the mock by itself on PORT, or on a free port, until it is interrupted.
 * @example npm run mock -- --fault 'errors carry their status' --fault 'the nano model is missing'
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { fault: { type: 'string', multiple: true, default: [] }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(`PORT=8080 npm run mock -- --fault 'errors carry their status'

Without PORT the port is a free one. --fault gives the mock a defect, and may be repeated:
${faults.map(({ phrase }) => `  ${phrase}`).join('\n')}`);
    return;
  }
  const { PORT } = process.env;
  const port = Number(PORT ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT is not a port.');
  const { url, close } = await startMock({ port, faults: values.fault });
  const keys = Object.entries(mockKeys).map(([variable, key]) => `${variable}=${key}`);
  console.log(`The mock listens at ${url}

Its accounts (the keys are fake):
${keys.map((line) => `  ${line}`).join('\n')}

Try it:
  curl -i ${url}/v1/models -H 'Authorization: Bearer ${mockKeys.API_KEY}'
  curl -i ${url}/v1/text -H 'Authorization: Bearer ${mockKeys.API_KEY}' -H 'Content-Type: application/json' -d '{"model":"acme-text-nano","prompt":"Hello"}'
  curl -i ${url}/v1/credits

Point the suite at it, in another terminal:
  BASE_URL=${url} TARGET=tests/targets/mock.ts \\
${keys.map((line) => `  ${line} \\`).join('\n')}
  npx playwright test`);
  const stop = () => void close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error);
  console.error(
    /EADDRINUSE|EACCES/.test(words)
      ? `PORT=${process.env.PORT} cannot be had, give another: ${words}`
      : words,
  );
  process.exitCode = 1;
});
