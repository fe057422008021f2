import { advice, expect, must, test } from './drive/test';
import {
  creditsUnchanged,
  namesMoreThanAPosition,
  namesTheConnection,
  servedIfNotTooLong,
} from './engine/requirements';

test(
  'a sound chain of two blocks is accepted',
  must('workflows.chain.accepted', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.workflow('short');
    expect(response).toBeServed();
  },
);

test(
  'a sound chain of up to five blocks is accepted',
  must('workflows.chain.accepted', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.workflow('long');
    expect(response).toHold(servedIfNotTooLong);
  },
);

test(
  'a sound chain in which the third block reads the first is accepted',
  must('workflows.chain.accepted', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.workflow('skipping');
    expect(response).toHold(servedIfNotTooLong);
  },
);

test(
  'a sound chain is accepted, whatever its blocks read of each other',
  must('workflows.chain.accepted', 'spends'),
  async ({ trials }) => {
    const responses = await trials.chains();
    expect(responses).toAllHold(servedIfNotTooLong);
  },
);

const places = [
  ['early', 'first'],
  ['late', 'last'],
] as const;

for (const [flaw, how] of [
  ['later', 'to a later block'],
  ['missing-field', 'to a missing field'],
  ['mismatched-kind', 'of mismatched kinds'],
] as const) {
  for (const [place, which] of places) {
    test(
      `a ${which} connection ${how} is refused`,
      must(`workflows.reference.${flaw}`, 'spends'),
      async ({ trials }) => {
        const response = await trials.faulty(flaw, place);
        expect(response).toFailWith(400, 'invalid_workflow');
      },
    );

    test(
      `the message names a ${which} connection ${how}`,
      must('workflows.message.names-connection', 'spends'),
      async ({ trials }) => {
        const response = await trials.faulty(flaw, place);
        expect(response).toHold(namesTheConnection(response));
      },
    );
  }

  test(
    `a connection anywhere ${how} is refused`,
    must(`workflows.reference.${flaw}`, 'spends'),
    async ({ trials }) => {
      const responses = await trials.workflows(flaw);
      expect(responses).toFailWith(400, 'invalid_workflow');
    },
  );

  test(
    `the message names a connection anywhere ${how}`,
    must('workflows.message.names-connection', 'spends'),
    async ({ trials }) => {
      const responses = await trials.single(flaw);
      expect(responses).toAllHold(responses.map(namesTheConnection));
    },
  );

  test(
    `the message says more than the position of a last connection ${how}`,
    advice('workflows.message.more-than-position', 'spends'),
    async ({ trials }) => {
      const response = await trials.faulty(flaw, 'late');
      expect(response).toHold(namesMoreThanAPosition(response));
    },
  );
}

for (const [flaw, how] of [
  ['self', 'to its own block'],
  ['no-block', 'to a block that is not there'],
] as const) {
  for (const [place, which] of places) {
    test(
      `a ${which} connection ${how} is refused`,
      must(`workflows.reference.${flaw}`, 'spends'),
      async ({ trials }) => {
        const response = await trials.faulty(flaw, place);
        expect(response).toBeRefused();
      },
    );
  }

  test(
    `a connection anywhere ${how} is refused`,
    must(`workflows.reference.${flaw}`, 'spends'),
    async ({ trials }) => {
      const responses = await trials.workflows(flaw);
      expect(responses).toBeRefused();
    },
  );

  test(
    `a connection ${how} is refused as invalid_workflow`,
    advice(`workflows.reference.${flaw}-exact`, 'spends'),
    async ({ trials }) => {
      const response = await trials.faulty(flaw, 'late');
      expect(response).toFailWith(400, 'invalid_workflow');
    },
  );
}

for (const [flaw, how] of [
  ['field-of-another', 'to a field that only another block has'],
  ['input-for-output', 'to an input of an earlier block'],
] as const) {
  test(
    `a connection ${how} is refused`,
    must('workflows.reference.missing-field', 'spends'),
    async ({ trials }) => {
      const response = await trials.faulty(flaw, 'late');
      expect(response).toFailWith(400, 'invalid_workflow');
    },
  );
}

test(
  'a connection of any two kinds that do not match is refused',
  must('workflows.reference.mismatched-kind', 'spends'),
  async ({ trials }) => {
    const responses = await trials.mismatches();
    expect(responses).toFailWith(400, 'invalid_workflow');
  },
);

test(
  'workflows refused as invalid_workflow cost nothing',
  must('workflows.rejected.free', 'spends'),
  async ({ trials, target }) => {
    const change = await trials.refusedWorkflows();
    expect(change).toHold(creditsUnchanged(target.credits));
  },
);
