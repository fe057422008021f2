import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { RunFacts } from './facts';

const page = (id: string) => answered(403, undefined, { id });

test("a response that still waits to be asked for again is a gateway's, too, once its form is known", () => {
  const facts = new RunFacts();
  const waiting = page('1');
  facts.noteStrange(waiting);
  expect(facts.of(waiting).intermediary).toBeUndefined();
  facts.noteGateway(page('2'));
  expect(facts.of(waiting).intermediary).toBe(true);
});
