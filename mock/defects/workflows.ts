import {
  asCode,
  asCrash,
  asJson,
  asUnlisted,
  counter,
  nthCall,
  whenAccepted,
  withBody,
  withStatus,
} from '../answers';
import { type Change, type Overrides, overrideChapter } from '../behaviour';
import type { Block, Call } from '../call';
import { acceptedWhere, breaking, changes, type Defect, rejectedWhere } from '../defect';
import { type Connection, connectionsOf, type FaultyConnection, kindOf, types } from '../workflows';

type Reason = FaultyConnection['reason'];

/** Accepts a faulty connection if `holds` is true. */
export type Holds = (connection: FaultyConnection, blocks: readonly Block[]) => boolean;
export const accepting = (holds: Holds): Overrides => ({
  workflows: { rejects: (connection, blocks) => !holds(connection, blocks) },
});

/** Rejects a valid connection if `holds` is true. */
export const rejecting = (holds: (connection: Connection, blocks: readonly Block[]) => boolean): Change =>
  overrideChapter('workflows', (workflows) => ({
    faulty: (blocks) => [
      ...workflows.faulty(blocks),
      ...connectionsOf(blocks)
        .filter((connection) => holds(connection, blocks))
        .map((connection) => ({ ...connection, reason: 'no-block' as const })),
    ],
  }));

export const placeOf = (name: string, blocks: readonly Block[]) =>
  blocks.findIndex((block) => block.name === name);

const describing = (
  describe: (connection: FaultyConnection, blocks: readonly Block[]) => string,
): Change => ({
  workflows: { describe },
});

/** The blocks at neither end of the connection. */
const uninvolved = ({ reader, block }: Connection, blocks: readonly Block[]) =>
  blocks.map(({ name }) => name).filter((name) => name !== reader && name !== block);

/** Describes faulty connections with `describe`; where it returns undefined, as the contract asks. */
export const describingSome = (
  describe: (connection: FaultyConnection, blocks: readonly Block[]) => string | undefined,
): Change =>
  overrideChapter('workflows', (workflows) => ({
    describe: (connection, blocks) => describe(connection, blocks) ?? workflows.describe(connection, blocks),
  }));

const silentAbout = (kind: Reason) =>
  describingSome(({ reason }) => (reason === kind ? 'a connection is faulty' : undefined));

const placedOnly = (kind: Reason) =>
  describingSome(({ reason, position }) => (reason === kind ? `see block ${position + 1}` : undefined));

/** Names the first or the last connection in every rejection, whichever connection is faulty. */
const alwaysNaming = (place: 0 | -1): Change =>
  describing((_, blocks) => {
    const { reader, block } = connectionsOf(blocks).at(place) ?? { reader: '', block: '' };
    return `"${reader}" cannot read "${block}"`;
  });

/** The kinds that the reading input accepts. */
const kindsAt = ({ position, input }: Connection, blocks: readonly Block[]) =>
  types[blocks[position]?.type ?? '']?.inputs[input] ?? [];

/** Accepts an output of kind `read` at an input of kind `wanted`. */
export const acceptsWrongKind = (read: string, wanted: string): Change =>
  accepting(
    (connection, blocks) =>
      connection.reason === 'mismatched-kind' &&
      kindOf(connection, blocks) === read &&
      kindsAt(connection, blocks).includes(wanted),
  );

/** Charges a workflow although it is rejected, after so many milliseconds. */
export const charging = (
  price: (connection: FaultyConnection, call: Call) => number,
  milliseconds = 0,
): Change => ({
  credits: {
    whenRejected(account, call) {
      if (call.rejection?.code !== 'invalid_workflow' || !call.connection) return;
      account.charges.push({ credits: price(call.connection, call), at: call.now + milliseconds });
    },
  },
});

/** Accepts faulty connections of one kind for which `holds` is true. */
const acceptingOnly = (reason: Reason) => (holds: Holds) =>
  accepting((connection, blocks) => connection.reason === reason && holds(connection, blocks));

function acceptedInPlaces(reason: Reason, what: string) {
  return changes<Holds>(acceptingOnly(reason), {
    [`a block that reads ${what} is accepted`]: () => true,
    [`a block that reads ${what} is accepted early in a chain`]: ({ position }) => position <= 1,
    [`a block that reads ${what} is accepted late in a chain`]: ({ position }) => position >= 2,
  });
}

/** Defects of each of the three faulty connections that contract 7 lists. */
function referenceDefects(reason: Reason, what: string): Defect[] {
  const accepted = acceptingOnly(reason);
  const picked = ({ connection }: Call) => connection?.reason === reason;
  return breaking(`workflows.reference.${reason}`, {
    ...acceptedInPlaces(reason, what),
    ...changes(accepted, {
      [`a block that reads ${what} is accepted unless it is the last`]: ({ position }, blocks) =>
        position < blocks.length - 1,
      [`a block that reads ${what} is accepted at the end of five`]: ({ position }, blocks) =>
        position >= Math.max(3, blocks.length - 2),
    }),
    [`a block that reads ${what} is accepted every second time`]: () => accepted(counter(2)),
    [`a block that reads ${what} is found only when the workflow runs`]: [
      accepted(() => true),
      whenAccepted(
        'run',
        withBody((body) => ({ ...(body as object), state: 'failed', reason: 'invalid_workflow' })),
      ),
    ],
    ...rejectedWhere('invalid_workflow', picked, {
      [`a block that reads ${what} is a malformed request`]: asCode('invalid_request'),
      [`a block that reads ${what} is called not_found`]: asCode('not_found'),
      [`a block that reads ${what} fails upstream`]: asCode('upstream_error'),
      [`a block that reads ${what} has the status 422`]: withStatus(422),
      [`a block that reads ${what} crashes the server`]: asCrash,
      [`a block that reads ${what} is answered by GraphQL with 200`]: asJson(
        { data: null, errors: [{ message: 'invalid workflow' }] },
        200,
      ),
    }),
  });
}

/** Defects of the two faulty connections that the contract only implies. */
function impliedDefects(reason: Reason, what: string): Defect[] {
  const picked = ({ connection }: Call) => connection?.reason === reason;
  return [
    ...breaking(`workflows.reference.${reason}`, acceptedInPlaces(reason, what)),
    ...breaking(
      `workflows.reference.${reason}-exact`,
      rejectedWhere('invalid_workflow', picked, {
        [`a block that reads ${what} is a malformed request`]: asCode('invalid_request'),
      }),
    ),
  ];
}

const outputFields = Object.values(types).flatMap(({ outputs }) => Object.keys(outputs));
const inputFields = Object.values(types).flatMap(({ inputs }) => Object.keys(inputs));

export const workflowDefects: readonly Defect[] = [
  ...breaking('workflows.chain.accepted', {
    'every workflow is refused': whenAccepted('workflow', asCode('invalid_workflow')),
    'a sound chain crashes the server': whenAccepted('workflow', asCrash),
    'a sound chain has no endpoint any more': whenAccepted('workflow', asUnlisted('gone', 410)),
    ...changes(rejecting, {
      'every connection is refused': () => true,
      'the first block cannot be read': ({ block }, blocks) => placeOf(block, blocks) === 0,
      'the last block cannot read': ({ position }, blocks) =>
        blocks.length > 2 && position === blocks.length - 1,
      'only the block right before can be read': ({ block, position }, blocks) =>
        placeOf(block, blocks) < position - 1,
      'a block can be read once only': (connection, blocks) => {
        const readers = connectionsOf(blocks).filter(({ block }) => block === connection.block);
        return readers.findIndex(({ position }) => position === connection.position) > 0;
      },
      'a chain of three blocks is refused': ({ position }) => position >= 2,
      'a chain of five blocks is refused': ({ position }) => position >= 4,
      'a connection must read the first output field': ({ block, field }, blocks) => {
        const source = blocks.find(({ name }) => name === block);
        return Object.keys(types[source?.type ?? '']?.outputs ?? {}).indexOf(field) > 0;
      },
      'an input that accepts two kinds accepts the first only': (connection, blocks) => {
        const kinds = kindsAt(connection, blocks);
        return kinds.length > 1 && kinds[0] !== kindOf(connection, blocks);
      },
      'only texts can be passed on': (connection, blocks) => kindOf(connection, blocks) !== 'text',
    }),
    ...acceptedWhere('workflow', ({ blocks }) => blocks.length < 3, {
      'a workflow must have three blocks': asCode('invalid_request'),
    }),
    'every second sound chain is refused': whenAccepted('workflow', asCode('invalid_workflow'), nthCall(2)),
  }),
  ...referenceDefects('later', 'a later block'),
  ...referenceDefects('missing-field', 'a missing field'),
  ...referenceDefects('mismatched-kind', 'a mismatched kind'),
  ...impliedDefects('self', 'itself'),
  ...impliedDefects('no-block', 'a block that is not there'),
  ...breaking('workflows.reference.missing-field', {
    ...changes(acceptingOnly('missing-field'), {
      'a field of any other block is accepted': ({ field }) => outputFields.includes(field),
      'a field that no block has is accepted late in a chain': ({ field, position }) =>
        position >= 2 && ![...outputFields, ...inputFields].includes(field),
      'an input of the earlier block is accepted as its output': ({ block, field }, blocks) =>
        field in (blocks.find(({ name }) => name === block)?.inputs ?? {}),
      'only the first input of a block is checked for missing fields': ({ position, input }, blocks) =>
        Object.keys(blocks[position]?.inputs ?? {})[0] !== input,
    }),
  }),
  ...breaking('workflows.reference.missing-field', {
    'two faults in a workflow are called invalid_request': overrideChapter(
      'workflows',
      ({ wrong, faulty }) => ({
        wrong: (blocks) => (faulty(blocks).length > 1 ? 'more than one connection is faulty' : wrong(blocks)),
      }),
    ),
  }),
  ...breaking('workflows.reference.mismatched-kind', {
    'a number is accepted for a text': acceptsWrongKind('number', 'text'),
    'a text is accepted for a number': acceptsWrongKind('text', 'number'),
    'an image is accepted for a text': acceptsWrongKind('image', 'text'),
    'a text is accepted for an image': acceptsWrongKind('text', 'image'),
  }),
  ...breaking('workflows.message.names-connection', {
    ...changes(describing, {
      'the message names no connection': () => 'a connection is faulty',
      'the message names another block': (connection, blocks) =>
        `see the block "${uninvolved(connection, blocks)[0] ?? ''}"`,
      'the message names another connection': (connection, blocks) => {
        const [one = '', two = ''] = uninvolved(connection, blocks);
        return `"${two}" cannot read "${one}"`;
      },
      'the message gives the time': () => 'a connection is faulty (2026-01-02 04:05:03)',
      'the message gives the last block for an earlier one': ({ position, reader }, blocks) =>
        position === blocks.length - 1 ? `see "${reader}"` : 'see the last block',
      'the message gives a link': () => 'see https://docs.example/workflows',
      'the message repeats the workflow': (_, blocks) => `it is not so: ${JSON.stringify(blocks)}`,
      'the message names every block': (_, blocks) => blocks.map(({ name }) => name).join(', '),
      'the message gives the place of every block': (_, blocks) =>
        `see blocks ${blocks.map((_, index) => index + 1).join(', ')}`,
    }),
    'the message names no connection to a later block': silentAbout('later'),
    'the message names no connection to a missing field': silentAbout('missing-field'),
    'the message names no connection of mismatched kinds': silentAbout('mismatched-kind'),
    'the message names no connection of a block to itself': silentAbout('self'),
    'the message names no connection to a block that is not there': silentAbout('no-block'),
    'the message names the first connection, whichever is faulty': alwaysNaming(0),
    'the message names the last connection, whichever is faulty': alwaysNaming(-1),
    'the message is the name of the code': { errors: { message: ({ code }) => code } },
  }),
  ...breaking('workflows.message.more-than-position', {
    ...changes(describing, {
      'the message gives the place of the block only': ({ position }) => `see block ${position + 1}`,
      'the message gives the place of the connection only': ({ position }) =>
        `connection no. ${position} is faulty`,
    }),
    'the message gives the place of a later block only': placedOnly('later'),
    'the message gives the place of a missing field only': placedOnly('missing-field'),
    'the message gives the place of mismatched kinds only': placedOnly('mismatched-kind'),
  }),
  ...breaking('workflows.rejected.free', {
    'a refused workflow is charged': charging((_, { price }) => price),
    'a refused workflow is charged for its checking': charging(() => 1),
    'a refused workflow is charged a moment later': charging((_, { price }) => price, 200),
    'a refused workflow is charged up to the faulty block': charging(
      ({ position }, { price, blocks }) => (price * (position + 1)) / blocks.length,
    ),
  }),
];
