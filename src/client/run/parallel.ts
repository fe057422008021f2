/**
 * Runs all functions at once and returns the results in their order. Ends when all have ended, so that
 * nothing is in flight, and then throws what one of them threw.
 */
export async function together<Value>(acts: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const ended = await Promise.allSettled(acts.map((act) => act()));
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/** Runs a function on all items in their order, at most this many at once. Ends like `together`. */
export async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const one = async () => {
    for (const item of left) await act(item);
  };
  await together(Array.from({ length: most }, () => one));
}
