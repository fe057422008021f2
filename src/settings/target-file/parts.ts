import { isKnownOperation, type WithModel } from '../../../spec/operations';
import type { Part } from '../../../spec/target-file';
import { type Work, works } from '../../../spec/works';
import type { Connection } from '../../judge/data/expectation';
import { isObject } from '../../judge/data/json';
import { type Answer, errorOf } from '../../judge/response/answer';
import { holderOf, isInvalidWorkflow, namesBothEnds } from '../../judge/response/parts';
import { type Block, idAt, pointerOf, type RequestSpec, type Target, type TextFields } from './target';

/** The part that says where the model is in a text request, or in the submission of a job. */
export function modelPart(operation: WithModel): Part {
  return operation === 'text' ? 'text.model' : 'job.model';
}

/** For a text request, or for the submission of a job with the same fields. */
export function textParts(operation: WithModel, fields: TextFields, { body }: RequestSpec): Part[] {
  const inputs = ['prompt', 'messages'].filter((name) => name in fields);
  const json = isObject(body) || Array.isArray(body) ? body : undefined;
  const holders = inputs.map((name) => holderOf(json, name));
  // A model that is not beside the input may be in a field that the target ignores.
  const apart = 'model' in fields && holders.some((holder) => holder !== holderOf(json, 'model'));
  const isPart: Partial<Record<Part, boolean>> = {
    'job.submit': operation === 'submit',
    'text.prompt': operation === 'text' && 'prompt' in fields,
    // Text requests and jobs have the same form of messages.
    'text.messages': 'messages' in fields,
    [modelPart(operation)]: apart,
  };
  return (Object.keys(isPart) as Part[]).filter((part) => isPart[part]);
}

/**
 * For a workflow: the submission, its block types, their sample literals, and all its connections. The first
 * unverified one is named.
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

/** The inputs of a block with a sample literal: `write.prompt`. */
function samplesOf({ type, inputs }: Block): string[] {
  return Object.entries(inputs).flatMap(([input, source]) => ('literal' in source ? `${type}.${input}` : []));
}

/**
 * The parts of a submitted workflow, from those that it was built with. The parts that a rejection names come
 * first: blocks or, where connections were rejected, the connections (contract 2.1), with the other
 * connections before the types.
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

/** The connections of a workflow in order, except for the one that is wrong on purpose, if it is given. */
function connectionsIn(blocks: readonly Block[], faulty?: Connection): Connection[] {
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

/** For a valid workflow: also that chains of its length are accepted, and so all shorter ones. */
export function soundParts(blocks: readonly Block[]): Part[] {
  const lengths = blocks.map((_, index) => blocks.length - index).filter((length) => length > 2);
  return [...workflowParts(blocks), ...lengths.map((length) => `workflow.longest (${length})` as const)];
}

/**
 * For the lookup of a job or run: also the part with which its id was read, if that is not the contract's own
 * name.
 */
export function lookUpParts(target: Target, what: Work): Part[] {
  const locator = idAt(target, what);
  const isNamed = locator === undefined || pointerOf(locator)?.split('/').at(-1) === works[what].id;
  const built: Part[] = isKnownOperation(what) ? [] : [what];
  return isNamed ? built : [...built, works[what].idAt];
}
