/** A value to send, made from a real key, id or model name. */
export interface Probe {
  /** What was changed: `character 13 changed`. */
  words: string;
  value: string;
  /** It looks like any other request, so nothing about it explains a violation. */
  plain?: true;
}

export const probe = (words: string, value: string): Probe => ({ words, value });

/** Makes probes from a key, an id, a name or a body; always the same ones, apart from fresh names and IDs. */
type Make = (of: string) => Probe[];

/** A probe family: the listed probes of one kind. */
export interface Family {
  /** The name of the family in reports. */
  name: string;
  /** A few that stand for the others: sent at every operation. */
  everywhere: Make;
  /** Sent at one operation, and with DEPTH=3 at every one. */
  once: Make;
  /** Sent with DEPTH=3 only, at every operation. */
  deep: Make;
}

const none: Make = () => [];

export const family = (name: string, lists: Partial<Omit<Family, 'name'>>): Family => ({
  name,
  everywhere: none,
  once: none,
  deep: none,
  ...lists,
});

/** FNV-1a, reduced to 32 bits: spreads values over a list. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
