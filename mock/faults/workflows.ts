import {
  asCode,
  asCrash,
  asJson,
  asUnlisted,
  counter,
  every,
  refused,
  served,
  where,
  withBody,
  withStatus,
} from '../answers';
import type { Change, Overrides } from '../behaviour';
import type { Block, ErrorCode } from '../call';
import { advisoryFaults, type Fault, mustFaults } from '../fault';
import { type BlockTypes, type Connection, connectionsOf, type FaultyConnection, kindOf } from '../workflows';

type Reason = FaultyConnection['reason'];

/** Faulty connections are accepted where this holds. */
const accepting = (
  holds: (connection: FaultyConnection, blocks: readonly Block[]) => boolean,
): Overrides => ({
  workflows: { refuses: (connection, blocks) => !holds(connection, blocks) },
});

/** Sound connections are refused where this holds. */
const refusing =
  (holds: (connection: Connection, blocks: readonly Block[], types: BlockTypes) => boolean): Change =>
  ({ workflows }) => ({
    workflows: {
      faulty: (blocks, types) => [
        ...workflows.faulty(blocks, types),
        ...connectionsOf(blocks)
          .filter((connection) => holds(connection, blocks, types))
          .map((connection) => ({ ...connection, reason: 'no-block' as const })),
      ],
    },
  });

const placeOf = (name: string, blocks: readonly Block[]) => blocks.findIndex((block) => block.name === name);

const describing = (
  describe: (connection: FaultyConnection, blocks: readonly Block[]) => string,
): Change => ({
  workflows: { describe },
});

/** Blocks at neither end of the connection. */
const uninvolved = ({ reader, block }: Connection, blocks: readonly Block[]) =>
  blocks.map(({ name }) => name).filter((name) => name !== reader && name !== block);

/** One kind of faulty connection is described in another way. */
const describingOnly =
  (reason: Reason, describe: (connection: FaultyConnection) => string): Change =>
  ({ workflows }) => ({
    workflows: {
      describe: (connection, blocks) =>
        connection.reason === reason ? describe(connection) : workflows.describe(connection, blocks),
    },
  });

const silentAbout = (reason: Reason) => describingOnly(reason, () => 'a connection is faulty');

const placedOnly = (reason: Reason) => describingOnly(reason, ({ position }) => `see block ${position + 1}`);

/** The same connection is named whichever is faulty. */
const alwaysNaming = (place: 0 | -1): Change =>
  describing((_, blocks) => {
    const { reader, block } = connectionsOf(blocks).at(place) ?? { reader: '', block: '' };
    return `"${reader}" cannot read "${block}"`;
  });

const acceptsWrongKind =
  (read: string, wanted: string): Change =>
  ({ workflows }) => ({
    workflows: {
      refuses(connection, blocks) {
        const kinds =
          workflows.types[blocks[connection.position]?.type ?? '']?.inputs[connection.input] ?? [];
        const kind = kindOf(connection, blocks, workflows.types);
        return !(connection.reason === 'mismatched-kind' && kind === read && kinds.includes(wanted));
      },
    },
  });

const charging = (price: (due: number, blocks: readonly Block[], position: number) => number): Change => ({
  credits: {
    refused(account, { refusal, price: due, blocks, connection, now }) {
      if (refusal?.code !== 'invalid_workflow') return;
      account.charges.push({ credits: price(due, blocks, connection?.position ?? 0), at: now });
    },
  },
});

/** What is got wrong about each of the three faulty connections of contract 7. */
function referenceFaults(reason: Reason, what: string): Fault[] {
  const picked = where(({ connection }) => connection?.reason === reason);
  const otherwise = (code: ErrorCode) => refused('invalid_workflow', asCode(code), picked);
  const second = () => {
    const next = counter(2);
    return (connection: FaultyConnection) => connection.reason === reason && next();
  };
  return mustFaults(`workflows.reference.${reason}`, {
    [`a block that reads ${what} is accepted`]: accepting((connection) => connection.reason === reason),
    [`a block that reads ${what} is accepted early in a chain`]: accepting(
      (connection) => connection.reason === reason && connection.position <= 1,
    ),
    [`a block that reads ${what} is accepted late in a chain`]: accepting(
      (connection) => connection.reason === reason && connection.position >= 2,
    ),
    [`a block that reads ${what} is accepted unless it is the last`]: accepting(
      (connection, blocks) => connection.reason === reason && connection.position < blocks.length - 1,
    ),
    [`a block that reads ${what} is accepted at the end of five`]: accepting(
      (connection, blocks) =>
        connection.reason === reason && connection.position >= Math.max(3, blocks.length - 2),
    ),
    [`a block that reads ${what} is accepted every second time`]: () => {
      const chosen = second();
      return { workflows: { refuses: (connection) => !chosen(connection) } };
    },
    [`a block that reads ${what} is found only when the workflow runs`]: [
      accepting((connection) => connection.reason === reason),
      served(
        'run',
        withBody((body) => ({ ...(body as object), state: 'failed', reason: 'invalid_workflow' })),
      ),
    ],
    [`a block that reads ${what} is a malformed request`]: otherwise('invalid_request'),
    [`a block that reads ${what} is called not_found`]: otherwise('not_found'),
    [`a block that reads ${what} fails upstream`]: otherwise('upstream_error'),
    [`a block that reads ${what} has the status 422`]: refused('invalid_workflow', withStatus(422), picked),
    [`a block that reads ${what} crashes the server`]: refused('invalid_workflow', asCrash, picked),
    [`a block that reads ${what} is answered by GraphQL with 200`]: refused(
      'invalid_workflow',
      asJson({ data: null, errors: [{ message: 'invalid workflow' }] }, 200),
      picked,
    ),
  });
}

/** What is got wrong about the two that the contract only implies. */
function impliedFaults(reason: Reason, what: string): Fault[] {
  const picked = where(({ connection }) => connection?.reason === reason);
  return [
    ...mustFaults(`workflows.reference.${reason}`, {
      [`a block that reads ${what} is accepted`]: accepting((connection) => connection.reason === reason),
      [`a block that reads ${what} is accepted late in a chain`]: accepting(
        (connection) => connection.reason === reason && connection.position >= 2,
      ),
      [`a block that reads ${what} is accepted early in a chain`]: accepting(
        (connection) => connection.reason === reason && connection.position <= 1,
      ),
    }),
    ...advisoryFaults(`workflows.reference.${reason}-exact`, {
      [`a block that reads ${what} is a malformed request`]: refused(
        'invalid_workflow',
        asCode('invalid_request'),
        picked,
      ),
    }),
  ];
}

export const workflowFaults: readonly Fault[] = [
  ...mustFaults('workflows.chain.accepted', {
    'every workflow is refused': served('workflow', asCode('invalid_workflow')),
    'every connection is refused': refusing(() => true),
    'a workflow must have three blocks': served(
      'workflow',
      asCode('invalid_request'),
      where(({ blocks }) => blocks.length < 3),
    ),
    'the first block cannot be read': refusing(({ block }, blocks) => placeOf(block, blocks) === 0),
    'the last block cannot read': refusing(
      ({ position }, blocks) => blocks.length > 2 && position === blocks.length - 1,
    ),
    'only the block right before can be read': refusing(
      ({ block, position }, blocks) => placeOf(block, blocks) < position - 1,
    ),
    'a block can be read once only': refusing((connection, blocks) => {
      const readers = connectionsOf(blocks).filter(({ block }) => block === connection.block);
      return readers.findIndex(({ position }) => position === connection.position) > 0;
    }),
    'a chain of three blocks is refused': refusing(({ position }) => position >= 2),
    'a chain of five blocks is refused': refusing(({ position }) => position >= 4),
    'a connection must read the first output field': refusing(({ block, field }, blocks, types) => {
      const source = blocks.find(({ name }) => name === block);
      return Object.keys(types[source?.type ?? '']?.outputs ?? {}).indexOf(field) > 0;
    }),
    'an input that accepts two kinds accepts the first only': refusing((connection, blocks, types) => {
      const kinds = types[blocks[connection.position]?.type ?? '']?.inputs[connection.input] ?? [];
      return kinds.length > 1 && kinds[0] !== kindOf(connection, blocks, types);
    }),
    'only texts can be passed on': refusing(
      (connection, blocks, types) => kindOf(connection, blocks, types) !== 'text',
    ),
    'a sound chain crashes the server': served('workflow', asCrash),
    'a sound chain has no endpoint any more': served('workflow', asUnlisted('gone', 410)),
    'every second sound chain is refused': served('workflow', asCode('invalid_workflow'), every(2)),
  }),
  ...referenceFaults('later', 'a later block'),
  ...referenceFaults('missing-field', 'a missing field'),
  ...referenceFaults('mismatched-kind', 'a mismatched kind'),
  ...impliedFaults('self', 'itself'),
  ...impliedFaults('no-block', 'a block that is not there'),
  ...mustFaults('workflows.reference.missing-field', {
    'a field of any other block is accepted': ({ workflows }) => {
      const known = new Set(Object.values(workflows.types).flatMap(({ outputs }) => Object.keys(outputs)));
      return accepting(({ reason, field }) => reason === 'missing-field' && known.has(field));
    },
    'a field that no block has is accepted late in a chain': ({ workflows }) => {
      const fields = Object.values(workflows.types).flatMap((type) =>
        Object.keys({ ...type.inputs, ...type.outputs }),
      );
      return accepting(
        ({ reason, field, position }) =>
          reason === 'missing-field' && position >= 2 && !fields.includes(field),
      );
    },
    'an input of the earlier block is accepted as its output': accepting(
      ({ reason, block, field }, blocks) =>
        reason === 'missing-field' && field in (blocks.find(({ name }) => name === block)?.inputs ?? {}),
    ),
    'only the first input of a block is checked for missing fields': accepting(
      ({ reason, position, input }, blocks) =>
        reason === 'missing-field' && Object.keys(blocks[position]?.inputs ?? {})[0] !== input,
    ),
  }),
  ...mustFaults('workflows.reference.mismatched-kind', {
    'a number is accepted for a text': acceptsWrongKind('number', 'text'),
    'a text is accepted for a number': acceptsWrongKind('text', 'number'),
    'an image is accepted for a text': acceptsWrongKind('image', 'text'),
    'a text is accepted for an image': acceptsWrongKind('text', 'image'),
  }),
  ...mustFaults('workflows.message.names-connection', {
    'the message names no connection': describing(() => 'a connection is faulty'),
    'the message names another block': describing(
      (connection, blocks) => `see the block "${uninvolved(connection, blocks)[0] ?? ''}"`,
    ),
    'the message names another connection': describing((connection, blocks) => {
      const [one = '', two = ''] = uninvolved(connection, blocks);
      return `"${two}" cannot read "${one}"`;
    }),
    'the message names no connection to a later block': silentAbout('later'),
    'the message names no connection to a missing field': silentAbout('missing-field'),
    'the message names no connection of mismatched kinds': silentAbout('mismatched-kind'),
    'the message names the first connection, whichever is faulty': alwaysNaming(0),
    'the message names the last connection, whichever is faulty': alwaysNaming(-1),
    'the message gives the time': describing(() => 'a connection is faulty (2026-01-02 04:05:03)'),
    'the message gives the last block for an earlier one': describing(({ position, reader }, blocks) =>
      position === blocks.length - 1 ? `see "${reader}"` : 'see the last block',
    ),
    'the message gives a link': describing(() => 'see https://docs.example/workflows'),
    'the message is the name of the code': { errors: { message: ({ code }) => code } },
  }),
  ...advisoryFaults('workflows.message.more-than-position', {
    'the message gives the place of the block only': describing(
      ({ position }) => `see block ${position + 1}`,
    ),
    'the message gives the place of a later block only': placedOnly('later'),
    'the message gives the place of a missing field only': placedOnly('missing-field'),
    'the message gives the place of mismatched kinds only': placedOnly('mismatched-kind'),
    'the message gives the place of the connection only': describing(
      ({ position }) => `connection no. ${position} is faulty`,
    ),
  }),
  ...mustFaults('workflows.rejected.free', {
    'a refused workflow is charged': charging((due) => due),
    'a refused workflow is charged for its checking': charging(() => 1),
    'a refused workflow is charged up to the faulty block': charging(
      (due, blocks, position) => (due * (position + 1)) / blocks.length,
    ),
  }),
];
