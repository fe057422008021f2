/** Acts all at once, and answers in their order; ends when all have ended, with what one threw: nothing is left in flight. */
export async function together<Value>(acts: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const ended = await Promise.allSettled(acts.map((act) => act()));
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/** Acts on all items in their order, so many together; ends as `together` does. */
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
