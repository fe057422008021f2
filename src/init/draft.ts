/** A part of a target file as TypeScript, without its name. */
export interface Part {
  code: string;
  /** What the code needs and nobody showed: names, for each of which it has `<name>`. */
  missing: string[];
}

/** The parts of a target file that a document or commands show. */
export interface Draft {
  headers?: Part;
  text?: Part;
  messages?: Part;
  job?: { submit?: Part; id?: Part; state?: Part; result?: Part };
  workflow?: { blockTypes: Part; samples: Part; submit: Part; runId?: Part };
  run?: Part;
  credits?: Part;
  models?: Part;
  /** The function `asStep`, which a workflow needs. */
  asStep?: string;
}
