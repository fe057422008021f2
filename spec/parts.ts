import type { ErrorCode } from './error-code';
import type { Operation } from './operations';

/** A part of the target file, and what shows in a run that it is right: an accepted request that was built from it, where nothing else is said. */
export interface Described {
  /** Where it stands in the target file. Absent: it is not a part of its own there, and the doctor does not list it. */
  field?: string;
  /** The operation whose request it spells. */
  spells?: Operation;
  /** The operations in whose answer it leads to a value. A clause that `verifies` it shows that the value is the right one. */
  leadsInto?: readonly Operation[];
  /** The contract's own name of that value. */
  named?: string;
  /** The value is found without it, where the answer leaves no doubt. */
  found?: true;
  /** It is shown by a rejection with this code of a request of the same operation. */
  rejectedWith?: ErrorCode;
  /** It is shown where what it excludes is rejected, each time. */
  excludes?: true;
  /** There is one for each entry of a list: `workflow.blockTypes (write)`. */
  many?: true;
}

/**
 * What a target file describes, part by part, by the names that reports and records give them. From here come the parts
 * that a file has, what shows each of them, what clauses may need, and what `npm run prove` withholds.
 */
const table = {
  /** Of captured traffic, where nobody looks what a text request carries. */
  text: {},
  'text.prompt': { field: 'text', spells: 'text' },
  'text.messages': { field: 'text', spells: 'text' },
  /** Where the model stands. One that stands apart may stand where nobody reads it. */
  'text.model': { rejectedWith: 'model_not_found' },
  'job.model': { rejectedWith: 'model_not_found' },
  'job.submit': { field: 'job.submit', spells: 'submit' },
  'job.id': { field: 'job.id', leadsInto: ['submit', 'text'], named: 'job_id', found: true },
  'job.state': { field: 'job.state', leadsInto: ['job'] },
  'job.result': { field: 'job.result', leadsInto: ['job'] },
  'workflow.submit': { field: 'workflow', spells: 'workflow' },
  /** A type of a block, a connection of two, a sample for an input. */
  'workflow.blockTypes': { field: 'workflow.blockTypes', many: true },
  /** How submit spells them. */
  'workflow.references': { field: 'workflow', rejectedWith: 'invalid_workflow' },
  'workflow.kinds': { field: 'workflow', excludes: true },
  'workflow.outputs': { field: 'workflow', excludes: true },
  /** That as many blocks may be sent. */
  'workflow.longest': { many: true },
  'workflow.runId': { field: 'workflow.runId', leadsInto: ['workflow'], named: 'run_id', found: true },
  run: { field: 'run', spells: 'run' },
  credits: { field: 'credits.at', leadsInto: ['credits'], found: true },
  models: { field: 'models.list', leadsInto: ['models'], found: true },
  headers: {},
} as const satisfies Record<string, Described>;

type Table = typeof table;

/** A part as the table has it: that of many without the one that it is. */
export type PartName = keyof Table;

type Many = { [Name in PartName]: Table[Name] extends { many: true } ? Name : never }[PartName];

/** A part by the name that reports give it: `job.id`, `workflow.blockTypes (write)`. */
export type Part = Exclude<PartName, Many> | `${Many} (${string})`;

/** Where a part stands in the target file. */
export type PartField = Extract<Table[PartName], { field: string }>['field'];

/** What a clause may need of the target file: a part of it, or what holds several. */
export type NeededField = PartField extends infer Field
  ? Field extends `${infer Holder}.${string}`
    ? Field | Holder
    : Field
  : never;

export const parts: Readonly<Record<PartName, Described & { field?: PartField }>> = table;

export const partNames = Object.keys(parts) as PartName[];

/** What is known of a part by its name in reports. A record may have one of another edition, of which nothing is. */
export function described(part: string): Described {
  const name = part.replace(/ \(.*\)$/s, '');
  return Object.hasOwn(parts, name) ? parts[name as PartName] : {};
}

/** The parts that spell the request of an operation. */
export const spelling = (operation: Operation) =>
  partNames.filter((part) => parts[part].spells === operation);

/** The operations of which the target file spells the request. */
export const spelledOperations = [...new Set(partNames.flatMap((part) => parts[part].spells ?? []))].sort();
