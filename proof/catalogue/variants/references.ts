import type { Block, Input } from '../../../mock/call';
import { isObject } from '../../../mock/json';
import { readBlock } from '../../../mock/workflows';
import type * as target from '../../../src/settings/target-file/target';
import { type Variant, withWorkflow } from './variant';

/** Reads `${steps.a.outputs.text}` as a reference, anything else as a literal. */
function readTemplate(value: unknown): Input {
  const match = typeof value === 'string' ? /^\$\{steps\.([^.}]+)\.outputs\.([^.}]+)\}$/.exec(value) : null;
  const [, block, field] = match ?? [];
  return block !== undefined && field !== undefined ? { block, field } : { literal: value };
}

const template = (input: target.BlockInput): unknown =>
  'literal' in input ? input.literal : `\${steps.${input.block}.outputs.${input.field}}`;

const step = ({ type, inputs }: target.Block) => ({
  uses: type,
  with: Object.fromEntries(Object.entries(inputs).map(([input, from]) => [input, template(from)])),
});

export const templateReferences: Variant = {
  phrase: 'references as templates, in steps that are an object by name',
  change: {
    workflows: {
      read({ steps }) {
        if (!isObject(steps)) return '`steps` is not an object';
        const blocks = Object.entries(steps).map(([name, step]) =>
          readBlock(isObject(step) ? { name, type: step.uses, inputs: step.with } : step, readTemplate),
        );
        return blocks.every((block) => block !== undefined) ? blocks : 'a step is not { uses, with }';
      },
    },
  },
  target: (given) =>
    withWorkflow(given, {
      submit: (blocks) => ({
        ...given.workflow.submit(blocks),
        body: { steps: Object.fromEntries(blocks.map((block) => [block.name, step(block)])) },
      }),
    }),
};

/** Reads one end of an edge, such as `a.text`. */
function readEnd(end: unknown): [node: string, port: string] | undefined {
  const [node, port, ...rest] = typeof end === 'string' ? end.split('.') : [];
  return node && port && rest.length === 0 ? [node, port] : undefined;
}

function connect(nodes: readonly Block[], edge: unknown): string | undefined {
  const [from, to] = isObject(edge) ? [readEnd(edge.from), readEnd(edge.to)] : [];
  if (!from || !to) return 'a link is not { from: "node.port", to: "node.port" }';
  const reader = nodes.find(({ name }) => name === to[0]);
  if (!reader) return `a link leads to no node "${to[0]}"`;
  reader.inputs[to[1]] = { block: from[0], field: from[1] };
  return undefined;
}

const node = ({ name, type, inputs }: target.Block) => ({
  id: name,
  kind: type,
  values: Object.fromEntries(
    Object.entries(inputs).flatMap(([input, from]) => ('literal' in from ? [[input, from.literal]] : [])),
  ),
});

const links = ({ name, inputs }: target.Block) =>
  Object.entries(inputs).flatMap(([input, from]) =>
    'literal' in from ? [] : [{ from: `${from.block}.${from.field}`, to: `${name}.${input}` }],
  );

export const graphLinks: Variant = {
  phrase: 'references as the links of a graph, whose nodes have names with an underscore and a hyphen',
  change: {
    workflows: {
      read({ nodes, links }) {
        if (!Array.isArray(nodes) || nodes.length === 0 || !Array.isArray(links))
          return '`nodes` or `links` is no list';
        const blocks = nodes.map((node) =>
          readBlock(
            isObject(node) ? { name: node.id, type: node.kind, inputs: node.values } : node,
            (literal) => ({ literal }),
          ),
        );
        if (!blocks.every((block) => block !== undefined)) return 'a node is not { id, kind, values }';
        return links.map((link) => connect(blocks, link)).find((wrong) => wrong !== undefined) ?? blocks;
      },
    },
  },
  target: (given) =>
    withWorkflow(given, {
      blockName: (index) => `node_${'abcdefghijklmnopqr'.charAt(index)}-x`,
      submit: (blocks) => ({
        ...given.workflow.submit(blocks),
        body: { nodes: blocks.map(node), links: blocks.flatMap(links) },
      }),
    }),
};
