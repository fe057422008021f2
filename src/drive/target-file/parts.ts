import type { WithModel } from '../../../spec/operations';
import type { Part } from '../../../spec/target-file';
import { type Answer, errorOf } from '../../judge/answer';
import type { Connection } from '../../judge/expectation';
import { isObject } from '../../judge/json';
import { holderOf, isInvalidWorkflow, namesBothEnds } from '../../judge/parts';
import { partOfId } from '../../judge/read-at';
import { type Block, pointerOf, type RequestSpec, type Target, type TextFields } from '../target';

/** The part that tells where the model of a text request stands, or of a job's submission. */
export function modelPart(operation: WithModel): Part {
  return operation === 'text' ? 'text.model' : 'job.model';
}

/** Of a text request, or of a job's submission with the same fields. */
export function textParts(operation: WithModel, fields: TextFields, { body }: RequestSpec): Part[] {
  const inputs = ['prompt', 'messages'].filter((name) => name in fields);
  const json = isObject(body) || Array.isArray(body) ? body : undefined;
  const holders = inputs.map((name) => holderOf(json, name));
  // A model apart from what it is for may stand where nobody reads it.
  const apart = 'model' in fields && holders.some((holder) => holder !== holderOf(json, 'model'));
  const isPart: Partial<Record<Part, boolean>> = {
    'job.submit': operation === 'submit',
    'text.prompt': operation === 'text' && 'prompt' in fields,
    // The form of messages is one for both.
    'text.messages': 'messages' in fields,
    [modelPart(operation)]: apart,
  };
  return (Object.keys(isPart) as Part[]).filter((part) => isPart[part]);
}

/**
 * Of a workflow: how it is sent, the types of its blocks, the samples that they are given, and each connection of theirs:
 * the first that is unproved is named.
 * @param faulty the connection that is wrong on purpose
 */
export function workflowParts(blocks: readonly Block[], faulty?: Connection): Part[] {
  const declared = [
    ...blocks.map(({ type }) => type),
    ...blocks.flatMap(samplesOf),
    ...connectionsIn(blocks, faulty).map(betweenTypes(blocks)),
  ];
  return ['workflow.submit', ...new Set(declared.map(declaredAs))];
}

/** The inputs of a block that are given a sample: `write.prompt`. */
function samplesOf({ type, inputs }: Block): string[] {
  return Object.entries(inputs).flatMap(([input, source]) => ('literal' in source ? `${type}.${input}` : []));
}

/**
 * The parts of a workflow that was sent, from those that it was built from. What a rejection names stands first: blocks, or, where connections were
 * rejected, these (contract 2.1), with the other connections before the types.
 * @param faulty the connection that is wrong on purpose
 */
export function partsAnswered(
  parts: readonly Part[],
  answer: Answer,
  blocks: readonly Block[],
  faulty?: Connection,
): Part[] {
  if (!isInvalidWorkflow(answer)) {
    const { message = '' } = errorOf(answer);
    const named = blocks.filter(({ name }) => message.includes(name));
    const declared = [...named.map(({ type }) => type), ...named.flatMap(samplesOf)].map(declaredAs);
    return [...new Set([...parts.slice(0, 1), ...declared, ...parts])];
  }
  const isNamed = (connection: Connection) => namesBothEnds(answer, connection);
  const all = connectionsIn(blocks, faulty);
  const connections = [...all.filter(isNamed), ...all].map(betweenTypes(blocks)).map(declaredAs);
  return [...new Set([...parts.slice(0, 1), ...connections, ...parts])];
}

const betweenTypes = (blocks: readonly Block[]) => (connection: Connection) => between(blocks, connection);
const declaredAs = (what: string): Part => `workflow.blockTypes (${what})`;

/** The connections of a workflow in their order, but for the one that is wrong on purpose, where it is given. */
export function connectionsIn(blocks: readonly Block[], faulty?: Connection): Connection[] {
  return blocks.flatMap(({ name, inputs }) =>
    Object.entries(inputs).flatMap(([input, source]) =>
      'block' in source && !(faulty?.consumer === name && faulty.input === input)
        ? { source: source.block, field: source.field, consumer: name, input }
        : [],
    ),
  );
}

/** A connection by the types of its blocks: `write.text > label.value`. */
export function between(blocks: readonly Block[], { source, field, consumer, input }: Connection): string {
  const typeOf = (name: string) => blocks.find((block) => block.name === name)?.type;
  return `${typeOf(source)}.${field} > ${typeOf(consumer)}.${input}`;
}

/** Of a workflow that is sound: also that one of its length is taken, and so each shorter one. */
export function soundParts(blocks: readonly Block[]): Part[] {
  const lengths = blocks.map((_, index) => blocks.length - index).filter((length) => length > 2);
  return [...workflowParts(blocks), ...lengths.map((length) => `workflow.longest (${length})` as const)];
}

/**
 * Of the lookup of a job or a run: also the part that its id was read by, where the target file finds it elsewhere than
 * under the contract's own name.
 */
export function lookUpParts({ job, workflow }: Target, what: 'job' | 'run'): Part[] {
  const [locator, name] = what === 'job' ? [job?.id, 'job_id'] : [workflow?.runId, 'run_id'];
  const isNamed = locator === undefined || pointerOf(locator)?.split('/').at(-1) === name;
  const built: Part[] = what === 'run' ? ['run'] : [];
  return isNamed ? built : [...built, partOfId(name)];
}
