/** Members of families, as they are drawn again: by the same seed, for the same family and place. */
export interface Sampling {
  seed: number;
  /** How many of each family. */
  depth: number;
}

/** The member of a family of probes that a request is, and where it was tried. */
export interface SentProbe {
  family: string;
  /** What was done: `character 13 changed`. */
  member: string;
  place: string;
  /** The account that sends it, or from whose key it is made, where it is not that of API_KEY. */
  by?: 'OTHER_API_KEY';
  /** What drew it, where an earlier run did. */
  again?: Sampling;
  /** It is sent whatever is drawn. */
  classic?: true;
  /** It is as any other request, and explains nothing. */
  plain?: true;
  /** Of the smallest member that is not answered as it must be: another that is. */
  closest?: string;
  /** What agrees in so many first characters is taken for the same. */
  agrees?: number;
  /** So many of its family were sent, and none was answered as it must be. */
  all?: number;
}
