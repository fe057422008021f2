/** A value to send, made from a real key, ID, model name or body. */
export interface Probe {
  /** What was changed: `character 13 changed`. */
  words: string;
  value: string;
  /** It looks like any other request, so nothing about it explains a violation. */
  plain?: true;
  /** The index of the one character of a key that was changed. */
  at?: number;
}

export const probe = (words: string, value: string): Probe => ({ words, value });

/** Probes of a table: what was changed, and the value. */
export const probesIn = (table: Readonly<Record<string, string>>): Probe[] =>
  Object.entries(table).map(([words, value]) => probe(words, value));

/** Makes probes from a key, an ID, a name or a body; always the same ones, apart from fresh names and IDs. */
type Make = (of: string) => Probe[];

/** A probe family: the list of those of one kind. With DEPTH=3, all are sent at every operation. */
export interface Family {
  /** The name of the family in reports. */
  name: string;
  /** Those that stand for the others come first. */
  probes: Make;
  /** How many of them are sent at every operation. */
  everywhere: number;
  /** How many of them are sent at one operation. */
  once: number;
}

export function family(
  name: string,
  { everywhere = 0, once = Number.POSITIVE_INFINITY }: Partial<Pick<Family, 'everywhere' | 'once'>>,
  probes: Make,
): Family {
  return { name, everywhere, once, probes };
}
