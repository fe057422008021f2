/** Acts on all items in their order, so many together; ends when all have ended, with what one threw. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await act(item);
  };
  // Who is set back leaves nothing in flight.
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
