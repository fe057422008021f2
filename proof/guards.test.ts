import { expect, test } from '@playwright/test';
import { needing } from './guards';
import { rowNamed } from './rows';

test('each guard names rows of the proof', () => {
  for (const id of Object.values(needing).flat()) expect(() => rowNamed(id)).not.toThrow();
});
