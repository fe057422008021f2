import { observe } from './drive/case/observe';
import { credits, models, operations, uses } from './drive/operations';
import { advice, expect, must, open, test } from './drive/test';
import { failure } from './engine/expectation';
import { asTheValidKeyOr } from './engine/requirements';
import { freshId } from './probes/ids';
import { incompleteKeys, keysAfterSpace, keysBeforeSpace, keysInAnotherCase, wrongKeys } from './probes/keys';

test('GET /v1/models accepts the valid key', must('auth.key.valid'), async ({ baseline }) => {
  const response = await baseline.models();
  expect(response).toBeServed();
});

test('GET /v1/credits accepts the valid key', must('auth.key.valid'), async ({ baseline }) => {
  const response = await baseline.credits();
  expect(response).toBeServed();
});

for (const asking of operations) {
  const { place, cost } = asking;

  test(
    `${place} without the header is refused, whatever it accepts`,
    must('auth.header.required', cost),
    async ({ anonymous, trials }) => {
      const responses = await trials.accepting(anonymous, asking, failure(401, 'missing_api_key'));
      expect(responses).toFailWith(401, 'missing_api_key');
    },
  );

  test(
    `${place} with a header that carries no key is refused`,
    must('auth.header.without-key', cost),
    async ({ trials }) => {
      const responses = await trials.keyless(asking);
      expect(responses).toFailWith(401, ['missing_api_key', 'invalid_api_key']);
    },
  );

  test(
    `${place} with the key in another header counts as without`,
    must('auth.header.required', cost),
    async ({ trials }) => {
      const responses = await trials.carriers(asking);
      expect(responses).toFailWith(401, 'missing_api_key');
    },
  );
}

test(
  'the look-up of an unknown job without the header is refused alike',
  advice('auth.header.before-lookup'),
  async ({ anonymous }) => {
    const response = await anonymous.get(`/v1/jobs/${freshId()}`);
    expect(response).toFailWith(401, 'missing_api_key');
  },
);

for (const asking of [models, credits]) {
  test(
    `${asking.place} accepts the valid key every time, whatever the request accepts`,
    must('auth.key.valid'),
    async ({ trials }) => {
      const responses = await trials.again(asking);
      expect(responses).toBeServed();
    },
  );
}

// Where an old key is served, a job of API_KEY shows whose key it is.
for (const [who, presented, clause, code, cost] of [
  ['a request without the header', 'nobody', 'auth.header.required', 'missing_api_key', 'free'],
  [
    'a header without a key',
    'no key',
    'auth.header.without-key',
    ['missing_api_key', 'invalid_api_key'],
    'free',
  ],
  ['another key', 'another key', 'auth.key.wrong', 'invalid_api_key', 'free'],
  ['a key that was reissued', 'retired', 'auth.key.inactive', 'invalid_api_key', 'spends'],
] as const) {
  test(
    `${who} is refused wherever it stands on a kept connection`,
    must(clause, cost),
    async ({ trials }) => {
      const responses = await trials.connection(presented);
      expect(responses).toFailWith(401, code);
    },
  );

  test(
    `${who} is refused wherever it stands on a kept connection, whatever it asks for`,
    must(clause, 'spends'),
    async ({ trials }) => {
      const responses = await trials.connections(presented);
      expect(responses).toFailWith(401, code);
    },
  );
}

for (const asking of operations) {
  const { place, cost } = asking;

  for (const [what, clause, families] of [
    ['a key that is another', 'auth.key.wrong', wrongKeys],
    ['a piece of the key, and more than the key', 'auth.key.incomplete', incompleteKeys],
    ['the key after white space', 'auth.key.leading-whitespace', keysAfterSpace],
    ['the key before white space that HTTP keeps', 'auth.key.trailing-no-break-space', keysBeforeSpace],
  ] as const) {
    test(`${place} refuses ${what}`, must(clause, cost), async ({ trials }) => {
      const responses = await trials.keys(families, asking);
      expect(responses).toFailWith(401, 'invalid_api_key');
    });
  }

  test(
    `${place} refuses a key that was reissued, whatever it accepts`,
    must('auth.key.inactive', 'spends'),
    async ({ retired, trials }) => {
      const responses = await trials.accepting(retired, asking, failure(401, 'invalid_api_key'));
      expect(responses).toFailWith(401, 'invalid_api_key');
    },
  );
}

test('a key in another case is refused', advice('auth.key.wrong-case'), async ({ trials }) => {
  const responses = await trials.keys(keysInAnotherCase, credits);
  expect(responses).toFailWith(401, 'invalid_api_key');
});

for (const [what, space] of [
  ['a space', ' '],
  ['a tab', '\t'],
] as const) {
  test(
    `${what} after the key makes it invalid, unless HTTP removes it on the way`,
    must('auth.key.trailing-whitespace'),
    async ({ presenting }) => {
      const response = await presenting(`before ${what}`, (key) => `Bearer ${key}${space}`).get(
        '/v1/credits',
      );
      expect(response).toHold(asTheValidKeyOr(401, 'invalid_api_key'));
    },
  );
}

for (const asking of uses) {
  test(
    `${asking.place} without connected AI usage settings is refused`,
    must('auth.backend.missing', 'spends'),
    async ({ unlinked, trials }) => {
      const responses = await trials.kinds(unlinked, asking, failure(409, 'no_backend_account'));
      expect(responses).toFailWith(409, 'no_backend_account');
    },
  );
}

for (const [what, how, observed, header] of [
  ['the scheme Basic with the key', 'under Basic', 'scheme Basic', (key: string) => `Basic ${key}`],
  ['the scheme in lower case', 'under bearer', 'scheme bearer', (key: string) => `bearer ${key}`],
  ['the key without a scheme', 'without a scheme', 'no scheme', (key: string) => key],
] as const) {
  test(`the answer to ${what} is recorded`, open('auth.scheme.other'), async ({ presenting }) => {
    const response = await presenting(how, header).get('/v1/credits');
    observe(observed, response);
  });
}
