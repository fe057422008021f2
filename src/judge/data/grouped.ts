/** Groups items with the same key, in the order of the first of each. */
export function groupedBy<Item>(items: readonly Item[], key: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const there = groups.get(key(item));
    if (there) there.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}

export function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return groupedBy(items, key).map(([first]) => first);
}
