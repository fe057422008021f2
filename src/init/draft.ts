import type { BlockType, Pointer } from '../drive/target';

/** What is known of how a target spells what the contract leaves open, as data: `sourceOf` writes it as a file. */
export interface Draft {
  headers?: Record<string, string>;
  text?: RequestShape;
  messages?: unknown;
  job?: { submit?: RequestShape; id?: Pointer; state?: Pointer; result?: Pointer };
  workflow?: WorkflowDraft;
  /** `{id}` stands where the id goes. */
  run?: { method: string; path: string; headers?: Record<string, string> };
  credits?: Pointer;
  models?: Pointer;
}

/** A request that carries the fields of a text request. */
export interface RequestShape {
  method: string;
  path: string;
  /** That this request needs, and others do not. */
  headers?: Record<string, string>;
  /** Names from the body to the object of the fields: none where the body is that object. */
  within: string[];
  /** Names from the body to the model, where that does not stand beside the input. */
  model?: string[];
  /** What the target asks for beside them. */
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

/** How the blocks of a workflow stand in a body. */
export interface WorkflowSpelling {
  /** Names from the body to the blocks. */
  blocks: string[];
  /** The field of a block that holds its name; null where the blocks are an object by name. */
  name: string | null;
  type: string;
  /** The field that holds its inputs; null where they stand beside its name and type. */
  inputs: string | null;
  reference: Reference;
  /** What the target asks for beside them in the body. */
  besides: Record<string, unknown>;
}

/** How an input names the output field of another block. */
export type Reference =
  | { kind: 'object'; block: string; field: string; holder?: string }
  /** `{ $ref: 'a.text' }` has a holder. */
  | { kind: 'template'; before: string; between: string; after: string; holder?: string }
  /** Links beside the blocks, each with two ends: `{ from: 'a.text', to: 'b.prompt' }`, or a place for each word. */
  | { kind: 'links'; links: string[]; ends: LinkEnds };

export type LinkEnds =
  | { kind: 'joined'; from: string; to: string; between: string }
  /** The names from a link to each word: `{ from: { node: 'a', port: 'text' }, to: { node: 'b', port: 'prompt' } }`. */
  | { kind: 'apart'; block: string[]; field: string[]; reader: string[]; input: string[] };
