import { observe } from './drive/observe';
import { credits, models, operations, reads, uses } from './drive/operations';
import { advice, expect, must, open, test } from './drive/test';
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

for (const { place, cost, ask } of operations) {
  test(
    `${place} without the header is refused`,
    must('auth.header.required', cost),
    async ({ anonymous, given }) => {
      const response = await ask(anonymous, given);
      expect(response).toFailWith(401, 'missing_api_key');
    },
  );
}

test('the key in another header counts as none', must('auth.header.required'), async ({ trials }) => {
  const responses = await trials.carriers(credits);
  expect(responses).toAllFailWith(401, 'missing_api_key');
});

test(
  'the look-up of an unknown job without the header is refused alike',
  advice('auth.header.before-lookup'),
  async ({ anonymous }) => {
    const response = await anonymous.get(`/v1/jobs/${freshId()}`);
    expect(response).toFailWith(401, 'missing_api_key');
  },
);

test('an empty header is refused', must('auth.header.without-key'), async ({ presenting }) => {
  const response = await presenting('an empty header', () => '').get('/v1/credits');
  expect(response).toFailWith(401, ['missing_api_key', 'invalid_api_key']);
});

test('a header with the scheme alone is refused', must('auth.header.without-key'), async ({ presenting }) => {
  const response = await presenting('the scheme alone', () => 'Bearer').get('/v1/credits');
  expect(response).toFailWith(401, ['missing_api_key', 'invalid_api_key']);
});

test(
  'a header with the scheme and a space is refused',
  must('auth.header.without-key'),
  async ({ presenting }) => {
    const response = await presenting('the scheme and a space', () => 'Bearer ').get('/v1/credits');
    expect(response).toFailWith(401, ['missing_api_key', 'invalid_api_key']);
  },
);

for (const asking of reads) {
  test(
    `${asking.place} accepts the valid key, whatever the request accepts`,
    must('auth.key.valid', asking.cost),
    async ({ trials }) => {
      const responses = await trials.accepting('owner', asking);
      expect(responses).toAllBeServed();
    },
  );
}

test(
  'without the header a request is refused, whatever it accepts',
  must('auth.header.required'),
  async ({ trials }) => {
    const responses = await trials.accepting('nobody', models);
    expect(responses).toAllFailWith(401, 'missing_api_key');
  },
);

test(
  'another key is refused wherever it stands on a kept connection',
  must('auth.key.wrong'),
  async ({ trials }) => {
    const responses = await trials.connection(credits);
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
    `${place} refuses a key that was reissued`,
    must('auth.key.inactive', cost),
    async ({ retired, given }) => {
      const response = await asking.ask(retired, given);
      expect(response).toFailWith(401, 'invalid_api_key');
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

for (const { place, ask } of uses) {
  test(
    `${place} without connected AI usage settings is refused`,
    must('auth.backend.missing', 'spends'),
    async ({ unlinked, given }) => {
      const response = await ask(unlinked, given);
      expect(response).toFailWith(409, 'no_backend_account');
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
