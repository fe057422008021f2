import { must, should } from '../clause';

export const workflows = {
  'workflows.chain.accepted': must(
    '2.4',
    "A chain whose blocks read earlier blocks' existing output fields of the right kind is accepted.",
    'rejects a valid chain of blocks',
    { needs: ['workflow'], verifies: ['workflow.submit'] },
  ),
  'workflows.reference.later': must(
    '7',
    'A block that reads a later block is rejected with 400 invalid_workflow.',
    { accepts: 'a connection to a later block' },
    { codes: ['invalid_workflow'], needs: ['workflow'] },
  ),
  'workflows.reference.missing-field': must(
    '7',
    'A block that reads an output field that does not exist is rejected with 400 invalid_workflow.',
    { accepts: 'a connection to a missing field' },
    {
      codes: ['invalid_workflow'],
      needs: ['workflow'],
      verifies: ['workflow.references', 'workflow.outputs'],
    },
  ),
  'workflows.reference.mismatched-kind': must(
    '7',
    'A block that reads a result of a kind that its input does not accept is rejected with 400 invalid_workflow.',
    { accepts: 'a connection of mismatched kinds' },
    { codes: ['invalid_workflow'], needs: ['workflow'], verifies: ['workflow.kinds'] },
  ),
  'workflows.reference.self': must(
    '2.4',
    'A block that reads itself is rejected.',
    'does not reject a connection to its own block',
    { needs: ['workflow'] },
  ),
  'workflows.reference.self-exact': should(
    '2.4',
    'A block that reads itself is rejected with 400 invalid_workflow.',
    { accepts: 'a connection to its own block' },
    { codes: ['invalid_workflow'], needs: ['workflow'] },
  ),
  'workflows.reference.no-block': must(
    '2.4',
    'A block that reads a block that is not in the chain is rejected.',
    'does not reject a connection to a block that is not there',
    { needs: ['workflow'] },
  ),
  'workflows.reference.no-block-exact': should(
    '2.4',
    'A block that reads a block that is not in the chain is rejected with 400 invalid_workflow.',
    { accepts: 'a connection to a block that is not there' },
    { codes: ['invalid_workflow'], needs: ['workflow'] },
  ),
  'workflows.message.names-connection': must(
    '2.1',
    'The message of invalid_workflow identifies the faulty connection.',
    'does not identify the faulty connection in its message',
    { codes: ['invalid_workflow'], needs: ['workflow'] },
  ),
  'workflows.message.more-than-position': should(
    '2.1',
    'The message of invalid_workflow names a block or a field, not only a position.',
    'names the faulty connection by its position only',
    { codes: ['invalid_workflow'], needs: ['workflow'] },
  ),
  'workflows.rejected.free': must(
    '4.4',
    'A workflow that is rejected with invalid_workflow costs no credits.',
    'charges for a workflow that it rejects',
    { risk: 'money', needs: ['workflow', 'credits.settlesWithin'] },
  ),
};
