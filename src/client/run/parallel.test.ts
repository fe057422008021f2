import { expect, test } from '@playwright/test';
import { together } from './parallel';

test('results of concurrent acts keep their order, and a failure is thrown only after all acts have ended', async () => {
  const ended: number[] = [];
  const act = (milliseconds: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    ended.push(milliseconds);
    if (milliseconds === 0) throw new Error('over budget');
    return milliseconds;
  };
  expect(await together([act(20), act(10)])).toEqual([20, 10]);
  ended.length = 0;
  await expect(together([act(30), act(0)])).rejects.toThrow('over budget');
  expect(ended).toEqual([0, 30]);
});
