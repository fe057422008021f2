/** The headers of a request. Of those with the same name, in any case, the last counts. */
export function overriding(...layers: (Record<string, string> | undefined)[]): Record<string, string> {
  const entries = layers.flatMap((layer = {}) => Object.entries(layer));
  return Object.fromEntries(new Map(entries.map((entry) => [entry[0].toLowerCase(), entry])).values());
}
