import { observe } from './drive/observe';
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
      expect(responses).toAllFailWith(401, 'missing_api_key');
    },
  );

  test(
    `${place} with a header that carries no key is refused`,
    must('auth.header.without-key', cost),
    async ({ trials }) => {
      const responses = await trials.keyless(asking);
      expect(responses).toAllFailWith(401, ['missing_api_key', 'invalid_api_key']);
    },
  );

  test(
    `${place} with the key in another header counts as without`,
    must('auth.header.required', cost),
    async ({ trials }) => {
      const responses = await trials.carriers(asking);
      expect(responses).toAllFailWith(401, 'missing_api_key');
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
      expect(responses).toAllBeServed();
    },
  );
}

test(
  'a request without the header is refused wherever it stands on a kept connection',
  must('auth.header.required'),
  async ({ trials }) => {
    const responses = await trials.connection('nobody');
    expect(responses).toAllFailWith(401, 'missing_api_key');
  },
);

test(
  'a header without a key is refused wherever it stands on a kept connection',
  must('auth.header.without-key'),
  async ({ trials }) => {
    const responses = await trials.connection('no key');
    expect(responses).toAllFailWith(401, ['missing_api_key', 'invalid_api_key']);
  },
);

test(
  'another key is refused wherever it stands on a kept connection',
  must('auth.key.wrong'),
  async ({ trials }) => {
    const responses = await trials.connection('another key');
    expect(responses).toAllFailWith(401, 'invalid_api_key');
  },
);

test(
  'a key that was reissued is refused wherever it stands on a kept connection',
  must('auth.key.inactive'),
  async ({ trials }) => {
    const responses = await trials.connection('retired');
    expect(responses).toAllFailWith(401, 'invalid_api_key');
  },
);

for (const asking of operations) {
  const { place, cost } = asking;

  test(`${place} refuses a key that is another`, must('auth.key.wrong', cost), async ({ trials }) => {
    const responses = await trials.keys(wrongKeys, asking);
    expect(responses).toAllFailWith(401, 'invalid_api_key');
  });

  test(
    `${place} refuses a piece of the key, and more than the key`,
    must('auth.key.incomplete', cost),
    async ({ trials }) => {
      const responses = await trials.keys(incompleteKeys, asking);
      expect(responses).toAllFailWith(401, 'invalid_api_key');
    },
  );

  test(
    `${place} refuses the key after white space`,
    must('auth.key.leading-whitespace', cost),
    async ({ trials }) => {
      const responses = await trials.keys(keysAfterSpace, asking);
      expect(responses).toAllFailWith(401, 'invalid_api_key');
    },
  );

  test(
    `${place} refuses the key before white space that HTTP keeps`,
    must('auth.key.trailing-no-break-space', cost),
    async ({ trials }) => {
      const responses = await trials.keys(keysBeforeSpace, asking);
      expect(responses).toAllFailWith(401, 'invalid_api_key');
    },
  );

  test(
    `${place} refuses a key that was reissued, whatever it accepts`,
    must('auth.key.inactive', cost),
    async ({ retired, trials }) => {
      const responses = await trials.accepting(retired, asking, failure(401, 'invalid_api_key'));
      expect(responses).toAllFailWith(401, 'invalid_api_key');
    },
  );
}

test('a key in another case is refused', advice('auth.key.wrong-case'), async ({ trials }) => {
  const responses = await trials.keys(keysInAnotherCase, credits);
  expect(responses).toAllFailWith(401, 'invalid_api_key');
});

test(
  'a space after the key makes it invalid, unless HTTP removes it on the way',
  must('auth.key.trailing-whitespace'),
  async ({ presenting }) => {
    const response = await presenting('before a space', (key) => `Bearer ${key} `).get('/v1/credits');
    expect(response).toHold(asTheValidKeyOr(401, 'invalid_api_key'));
  },
);

test(
  'a tab after the key makes it invalid, unless HTTP removes it on the way',
  must('auth.key.trailing-whitespace'),
  async ({ presenting }) => {
    const response = await presenting('before a tab', (key) => `Bearer ${key}\t`).get('/v1/credits');
    expect(response).toHold(asTheValidKeyOr(401, 'invalid_api_key'));
  },
);

for (const asking of uses) {
  test(
    `${asking.place} without connected AI usage settings is refused`,
    must('auth.backend.missing', 'spends'),
    async ({ unlinked, trials }) => {
      const responses = await trials.kinds(unlinked, asking, failure(409, 'no_backend_account'));
      expect(responses).toAllFailWith(409, 'no_backend_account');
    },
  );
}

test(
  'the answer to the scheme Basic with the key is recorded',
  open('auth.scheme.other'),
  async ({ presenting }) => {
    const response = await presenting('under Basic', (key) => `Basic ${key}`).get('/v1/credits');
    observe('scheme Basic', response);
  },
);

test(
  'the answer to the scheme in lower case is recorded',
  open('auth.scheme.other'),
  async ({ presenting }) => {
    const response = await presenting('under bearer', (key) => `bearer ${key}`).get('/v1/credits');
    observe('scheme bearer', response);
  },
);

test(
  'the answer to the key without a scheme is recorded',
  open('auth.scheme.other'),
  async ({ presenting }) => {
    const response = await presenting('without a scheme', (key) => key).get('/v1/credits');
    observe('no scheme', response);
  },
);
