import { asCode, whenRejected } from '../../../mock/answers';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import type { Block } from '../../../mock/call';
import {
  accepting,
  acceptsWrongKind,
  charging,
  describingSome,
  type Holds,
  placeOf,
  rejecting,
} from '../../../mock/defects/workflows';
import { connectionsOf, type FaultyConnection, kindOf, types, workflows } from '../../../mock/workflows';
import type { Defect } from './defect';
import { isOther, when } from './scope';

const defect = (clause: string, phrase: string, change: Change): Defect => ({
  phrase,
  change,
  at: 'workflow',
  clauses: [`workflows.${clause}`],
});

/** Accepts faults of a kind where this is true. */
const overlooking = (reason: FaultyConnection['reason'], phrase: string, where: Holds): Defect =>
  defect(
    `reference.${reason}`,
    phrase,
    accepting((connection, blocks) => connection.reason === reason && where(connection, blocks)),
  );

const typeAt = (place: number, blocks: readonly Block[]) => blocks[place]?.type;
const outputsOf = (type = '') => Object.keys(types[type]?.outputs ?? {});
const typeOfSource = ({ block }: FaultyConnection, blocks: readonly Block[]) =>
  typeAt(placeOf(block, blocks), blocks);

export const workflowDefects: readonly Defect[] = [
  overlooking(
    'no-block',
    'block 2 of a chain may read a block that is not there',
    ({ position }) => position === 1,
  ),
  overlooking('self', 'in a chain of 5 blocks one may read itself', (_, blocks) => blocks.length === 5),
  overlooking(
    'later',
    'the second reference of a block shorten may read a later block',
    ({ position, input }, blocks) =>
      typeAt(position, blocks) === 'shorten' &&
      connectionsOf(blocks)
        .filter((each) => each.position === position)
        .findIndex((each) => each.input === input) > 0,
  ),
  overlooking(
    'later',
    'a block may read a later block 3 blocks away',
    ({ block, position }, blocks) => Math.abs(placeOf(block, blocks) - position) === 3,
  ),
  overlooking(
    'missing-field',
    'a block label may read a missing field',
    ({ position }, blocks) => typeAt(position, blocks) === 'label',
  ),
  overlooking(
    'later',
    'of a block label, a later block may be read',
    (connection, blocks) => typeOfSource(connection, blocks) === 'label',
  ),
  overlooking(
    'mismatched-kind',
    'a block may read a mismatched kind where the chain has 2 faults or more',
    (_, blocks) => workflows.faulty(blocks).length >= 2,
  ),
  defect('reference.self', 'a block may read itself when the chain comes for the 4th time', () => {
    const seen = new Map<string, number>();
    return accepting(({ reason }, blocks) => {
      if (reason !== 'self') return false;
      const chain = JSON.stringify(blocks);
      seen.set(chain, (seen.get(chain) ?? 0) + 1);
      return (seen.get(chain) ?? 0) >= 4;
    });
  }),
  defect('reference.mismatched-kind', 'a text is accepted for a image', acceptsWrongKind('text', 'image')),
  overlooking(
    'missing-field',
    'a field with a sign behind it is taken for the one that is there',
    (connection, blocks) =>
      outputsOf(typeOfSource(connection, blocks)).includes(connection.field.slice(0, -1)),
  ),
  overlooking('missing-field', 'the field state of any block is accepted', ({ field }) => field === 'state'),
  overlooking('missing-field', 'a field of write is accepted of any block', ({ field }) =>
    outputsOf('write').includes(field),
  ),
  defect(
    'reference.mismatched-kind',
    'a mismatched kind, read by block 3 of a chain, is rejected with not_found',
    whenRejected(
      'invalid_workflow',
      asCode('not_found'),
      ({ connection }) => connection?.reason === 'mismatched-kind' && connection.position === 2,
    ),
  ),
  defect(
    'message.names-connection',
    'the message about a later block, read by block 3 of a chain, says "the chain cannot run"',
    describingSome(({ reason, position }) =>
      reason === 'later' && position === 2 ? 'the chain cannot run' : undefined,
    ),
  ),
  defect(
    'message.names-connection',
    'the message about a mismatched kind names connection 1 of the chain, whichever is faulty',
    describingSome((connection, blocks) => {
      const { reader, block } = connectionsOf(blocks)[0] ?? connection;
      return connection.reason === 'mismatched-kind' ? `"${reader}" cannot read "${block}"` : undefined;
    }),
  ),
  defect(
    'rejected.free',
    'a workflow rejected for a mismatched kind costs 1 credits where block 4 or a later one reads it',
    charging(({ reason, position }) => (reason === 'mismatched-kind' && position >= 3 ? 1 : 0)),
  ),
  defect(
    'chain.accepted',
    'describe.image cannot read a image',
    rejecting(
      (connection, blocks) =>
        connection.input === 'image' &&
        typeAt(connection.position, blocks) === 'describe' &&
        kindOf(connection, blocks) === 'image',
    ),
  ),
  defect(
    'chain.accepted',
    'a valid chain of 3 blocks is rejected',
    overrideChapter('workflows', ({ wrong }) => ({
      wrong: (blocks) => (blocks.length === 3 ? 'it is not so' : wrong(blocks)),
    })),
  ),
  defect(
    'chain.accepted',
    'a block cannot read a block 2 places before it',
    rejecting(({ block, position }, blocks) => position - placeOf(block, blocks) === 2),
  ),
];

export const accountDefects: readonly Defect[] = [
  defect(
    'reference.later',
    'workflows.reference.later does not hold for another account',
    when(
      isOther,
      accepting(({ reason }) => reason === 'later'),
    ),
  ),
];
