export interface SentProbe {
  family: string;
  /** How it was made: `character 13 changed`. */
  member: string;
  /** The account that sends it, or whose key it is made from, if that is not API_KEY. */
  by?: 'OTHER_API_KEY';
  /** True if it is an ordinary request that explains nothing. */
  plain?: true;
  /** For the probe that shows a violation best: a similar one that does not violate. */
  closest?: string;
  /** How many first characters must be equal for a probe to be accepted. */
  agrees?: number;
  /** How many probes of its family were sent, if none got the expected response. */
  all?: number;
}

/** The name of a probe that only has the form of a key. A command to repeat it sends another one of that form. */
export const randomKey = 'a random key of the same format';
