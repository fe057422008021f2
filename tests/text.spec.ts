import { observe } from './drive/case/observe';
import { withBody, withInput } from './drive/operations';
import { advice, expect, must, open, test } from './drive/test';

test(
  'a text request with a prompt alone is accepted',
  must('text.accepts.prompt', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.prompt();
    expect(response).toBeServed();
  },
);

test(
  'a text request with messages alone is accepted',
  must('text.accepts.messages', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.messages();
    expect(response).toBeServed();
  },
);

for (const [what, place] of withInput) {
  test(
    `${place} with a model alone is refused, whichever tier it is of`,
    must('text.requires.input', 'spends'),
    async ({ trials }) => {
      const responses = await trials.bare(what);
      expect(responses).toFailWith(422, 'invalid_request');
    },
  );

  test(
    `${place} without an input is refused, whatever else it carries`,
    must('text.requires.input', 'spends'),
    async ({ trials }) => {
      const responses = await trials.inputless(what);
      expect(responses).toFailWith(422, 'invalid_request');
    },
  );

  test(
    `${place} with neither input nor model is refused`,
    must('text.requires.input-lenient', 'spends'),
    async ({ trials }) => {
      const responses = await trials.empty(what);
      expect(responses).toFailWith([422, 404], ['invalid_request', 'model_not_found']);
    },
  );
}

for (const [what, place] of withBody) {
  test(
    `${place} whose body is no JSON is refused`,
    must('text.malformed.json', 'spends'),
    async ({ trials }) => {
      const responses = await trials.noJson(what);
      expect(responses).toFailWith(422, 'invalid_request');
    },
  );
}

for (const [what, place] of withInput) {
  test(
    `${place} with an input of another type is refused`,
    advice('text.malformed.types', 'spends'),
    async ({ trials }) => {
      const responses = await trials.mistyped(what);
      expect(responses).toFailWith(422, 'invalid_request');
    },
  );

  test(
    `the answers to ${place} with an empty input are recorded`,
    open('text.empty-input', 'spends'),
    async ({ trials }) => {
      for (const response of await trials.emptyInputs(what)) observe('an empty input', response);
    },
  );

  test(
    `the answers to ${place} with a model of another type are recorded`,
    open('text.model-type', 'spends'),
    async ({ trials }) => {
      for (const response of await trials.mistypedModels(what)) observe('a model of another type', response);
    },
  );
}

for (const [how, clause] of [
  ['no model', 'text.model-missing'],
  ['both inputs', 'text.both-inputs'],
  ['an unknown field', 'text.unknown-fields'],
] as const) {
  test(`the answer to a text request with ${how} is recorded`, open(clause, 'spends'), async ({ trials }) => {
    const response = await trials.unusual(how);
    observe(how, response);
  });
}
