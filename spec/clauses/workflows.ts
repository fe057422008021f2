import type { Chapter } from '../ledger';

export const workflows = {
  'workflows.chain.accepted': {
    level: 'must',
    sentence:
      "A chain whose blocks read earlier blocks' existing output fields of the right kind is accepted.",
    section: '2.4',
    needs: ['workflow'],
  },
  'workflows.reference.later': {
    level: 'must',
    sentence: 'A block that reads a later block is refused with 400 invalid_workflow.',
    section: '7',
    codes: ['invalid_workflow'],
    needs: ['workflow'],
  },
  'workflows.reference.missing-field': {
    level: 'must',
    sentence: 'A block that reads an output field that does not exist is refused with 400 invalid_workflow.',
    section: '7',
    codes: ['invalid_workflow'],
    needs: ['workflow'],
  },
  'workflows.reference.mismatched-kind': {
    level: 'must',
    sentence:
      'A block that reads a result of a kind that its input does not accept is refused with 400 invalid_workflow.',
    section: '7',
    codes: ['invalid_workflow'],
    needs: ['workflow'],
  },
  'workflows.reference.self': {
    level: 'must',
    sentence: 'A block that reads itself is refused.',
    section: '2.4',
    needs: ['workflow'],
  },
  'workflows.reference.self-exact': {
    level: 'advice',
    sentence: 'A block that reads itself is refused with 400 invalid_workflow.',
    section: '2.4',
    codes: ['invalid_workflow'],
    needs: ['workflow'],
  },
  'workflows.reference.no-block': {
    level: 'must',
    sentence: 'A block that reads a block that is not in the chain is refused.',
    section: '2.4',
    needs: ['workflow'],
  },
  'workflows.reference.no-block-exact': {
    level: 'advice',
    sentence: 'A block that reads a block that is not in the chain is refused with 400 invalid_workflow.',
    section: '2.4',
    codes: ['invalid_workflow'],
    needs: ['workflow'],
  },
  'workflows.message.names-connection': {
    level: 'must',
    sentence: 'The message of invalid_workflow names the faulty connection.',
    section: '2.1',
    codes: ['invalid_workflow'],
    needs: ['workflow'],
  },
  'workflows.message.more-than-position': {
    level: 'advice',
    sentence: 'The message of invalid_workflow names a block or a field, not only a position.',
    section: '2.1',
    codes: ['invalid_workflow'],
    needs: ['workflow'],
  },
  'workflows.rejected.free': {
    level: 'must',
    sentence: 'A workflow that is refused with invalid_workflow costs no credits.',
    section: '4.4',
    needs: ['workflow'],
  },
} as const satisfies Chapter;
