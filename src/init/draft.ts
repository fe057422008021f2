import type { BlockType, Pointer } from '../drive/target';

/** How a target fills in what the contract leaves unspecified, as data: `sourceOf` turns it into a file. */
export interface Draft {
  headers?: Record<string, string>;
  text?: RequestShape;
  messages?: unknown;
  job?: { submit?: RequestShape; id?: Pointer; state?: Pointer; result?: Pointer };
  workflow?: WorkflowDraft;
  /** `{id}` marks the position of the id. */
  run?: { method: string; path: string; headers?: Record<string, string> };
  credits?: Pointer;
  models?: Pointer;
}

/** A request that contains the fields of a text request. */
export interface RequestShape {
  method: string;
  path: string;
  /** Headers of this request that others do not need. */
  headers?: Record<string, string>;
  /** Property names from the body to the object with the fields: none where the body is that object. */
  within: string[];
  /** Property names from the body to the model, where the model is not beside the input. */
  model?: string[];
  /** Further fields that the target requires. */
  besides: Record<string, unknown>;
}

export interface WorkflowDraft {
  method: string;
  path: string;
  headers?: Record<string, string>;
  spelling: WorkflowSpelling;
  blockTypes: BlockType[];
  samples: Record<string, unknown>;
  runId?: Pointer;
}

/** How a body contains the blocks of a workflow. */
export interface WorkflowSpelling {
  /** Property names from the body to the blocks. */
  blocks: string[];
  /** The field of a block with its name; null where the blocks are an object by name. */
  name: string | null;
  type: string;
  /** The field of a block with its inputs; null where they are beside its name and type. */
  inputs: string | null;
  reference: Reference;
  /** Further fields of the body that the target requires. */
  besides: Record<string, unknown>;
}

/** How an input refers to an output of another block. */
export type Reference =
  | { kind: 'object'; block: string; field: string; holder?: string }
  /** `{ $ref: 'a.text' }` has a wrapper. */
  | { kind: 'template'; before: string; between: string; after: string; holder?: string }
  /**
   * Links beside the blocks, each with two ends: `{ from: 'a.text', to: 'b.prompt' }`, or with a field for
   * each name.
   */
  | { kind: 'links'; links: string[]; ends: LinkEnds };

export type LinkEnds =
  | { kind: 'joined'; from: string; to: string; between: string }
  /**
   * Property names from a link to each name: `{ from: { node: 'a', port: 'text' }, to: { node: 'b', port:
   * 'prompt' } }`.
   */
  | { kind: 'apart'; block: string[]; field: string[]; reader: string[]; input: string[] };
