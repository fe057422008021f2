import { maskDeep, maskWith } from '../engine/mask';

/** What this worker must never let out: the keys of the accounts, and every probe made from one. */
const secrets: Record<string, string> = {};
let masked = maskWith(secrets);

/** Adds a secret under the name that will stand in its place. */
export function keepSecret(name: string, value: string): void {
  if (secrets[name] === value) return;
  secrets[name] = value;
  masked = maskWith(secrets);
}

export function mask(text: string): string {
  return masked(text);
}

/** The names of the secrets that a text shows in plain. */
export function secretsIn(text: string): string[] {
  return Object.entries(secrets)
    .filter(([, value]) => text.includes(value))
    .map(([name]) => name);
}

let guarded = false;

/**
 * Masks everything that this worker tells the main process, before any reporter sees it. Playwright's own
 * errors carry request headers in their call logs, and keep them in a step even where a test caught the
 * error (microsoft/playwright#31717), whatever reporters are chosen.
 */
export function guardWorker(): void {
  const send = process.send?.bind(process);
  if (guarded || send === undefined) return;
  guarded = true;
  // Sending to a main process that is gone raises an error, which Playwright would report by sending, for ever.
  process.send = ((message: unknown, ...rest: []) =>
    process.connected && send(maskDeep(message, mask), ...rest)) as typeof send;
}
