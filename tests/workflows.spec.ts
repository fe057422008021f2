import { test } from '@playwright/test';
import { must, should } from '../src/check/check';
import { accepted, acceptedIfNotTooLong, each, rejected, status, together } from '../src/check/expected';

const invalidWorkflow = status(400, 'invalid_workflow');
const at = 'workflow';

test(
  'workflow submission accepts a chain of two blocks',
  ...must('workflows.chain.accepted', { at, send: { chain: 'short' }, expect: accepted }),
);
test(
  'workflow submission accepts a chain of up to five blocks',
  ...must('workflows.chain.accepted', { at, send: { chain: 'long' }, expect: acceptedIfNotTooLong }),
);
test(
  'workflow submission accepts a chain in which the third block reads the first',
  ...must('workflows.chain.accepted', { at, send: { chain: 'skipping' }, expect: acceptedIfNotTooLong }),
);
test(
  'workflow submission accepts further chains of other block types and connections (with DEPTH=3)',
  ...must('workflows.chain.accepted', { at, send: { chain: 'further' }, expect: acceptedIfNotTooLong }),
);

const places = [
  ['early', 'start'],
  ['late', 'end'],
] as const;

const withOwnCode = [
  ['later', 'reads a later block', invalidWorkflow],
  ['missing-field', 'reads a missing field', invalidWorkflow],
  ['mismatched-kind', 'reads a result of a kind that its input does not accept', invalidWorkflow],
] as const;
/** The contract does not show the code of these rejections (contract 7). */
const withAnyCode = [
  ['self', 'reads itself', rejected],
  ['no-block', 'reads a missing block', rejected],
] as const;

for (const [flaw, how, expect] of [...withOwnCode, ...withAnyCode]) {
  const any = expect === rejected ? ' with any 4xx' : '';
  for (const [place, which] of places) {
    test(
      `workflow submission rejects${any} a block that ${how}, at the ${which} of a chain`,
      ...must(`workflows.reference.${flaw}`, { at, send: { fault: { flaw, place } }, expect }),
    );
    test(
      `the error message identifies the faulty connection if a block ${how}, at the ${which} of a chain`,
      ...must('workflows.message.names-connection', {
        at,
        send: { fault: { flaw, place, compared: true } },
        expect: each('names the connection'),
      }),
    );
  }

  test(
    `workflow submission rejects${any} a block that ${how}, elsewhere in a chain`,
    ...must(`workflows.reference.${flaw}`, { at, send: { faults: { flaw } }, expect }),
  );
  test(
    `the error message identifies the faulty connection if a block ${how}, elsewhere in a chain`,
    ...must('workflows.message.names-connection', {
      at,
      send: { faults: { flaw, single: true } },
      expect: each('names the connection'),
    }),
  );
}

for (const [flaw, how] of withOwnCode)
  test(
    `the error message names a block or a field, not only a position, if a block ${how}, at the end of a chain`,
    ...should('workflows.message.more-than-position', {
      at,
      send: { fault: { flaw, place: 'late', compared: true } },
      expect: each('names more than a position'),
    }),
  );

for (const [flaw, how] of withAnyCode)
  test(
    `workflow submission rejects with 400 invalid_workflow a block that ${how}`,
    ...should(`workflows.reference.${flaw}-exact`, {
      at,
      send: { fault: { flaw, place: 'late' } },
      expect: invalidWorkflow,
    }),
  );

for (const [flaw, how] of [
  ['field-of-another', 'reads a field that only another block has'],
  ['input-for-output', 'reads an input of an earlier block'],
] as const)
  test(
    `workflow submission rejects a block that ${how}`,
    ...must('workflows.reference.missing-field', {
      at,
      send: { fault: { flaw, place: 'late' } },
      expect: invalidWorkflow,
    }),
  );

test(
  'workflow submission rejects a connection between any two kinds that do not match',
  ...must('workflows.reference.mismatched-kind', { at, send: 'mismatches', expect: invalidWorkflow }),
);

test(
  'a workflow that is rejected with invalid_workflow costs no credits',
  ...must('workflows.rejected.free', {
    at,
    send: 'rejectedWorkflows',
    expect: together('credits unchanged'),
  }),
);

test(
  'a workflow of a second account that is rejected with invalid_workflow costs it no credits',
  ...must('workflows.rejected.free', {
    at,
    as: 'other account',
    send: 'rejectedWorkflows',
    expect: together('credits unchanged'),
  }),
);
test(
  'a workflow that is rejected with invalid_workflow still costs no credits after all other checks',
  ...must('workflows.rejected.free', {
    at,
    send: { rejectedAtEnd: 'workflows' },
    expect: together('credits unchanged'),
    atEnd: true,
  }),
);
