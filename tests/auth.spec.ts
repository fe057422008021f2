import { observe } from './drive/observe';
import { advice, expect, must, open, test } from './drive/test';
import { asTheValidKeyOr } from './engine/requirements';
import { freshId } from './probes/ids';
import { cutOff, ofTheSameForm, withCaseChanged, withOneCharacterChanged } from './probes/keys';

const NBSP = '\u00a0';

test('GET /v1/models accepts the valid key', must('auth.key.valid'), async ({ baseline }) => {
  const response = await baseline.models();
  expect(response).toBeServed();
});

test('GET /v1/credits accepts the valid key', must('auth.key.valid'), async ({ baseline }) => {
  const response = await baseline.credits();
  expect(response).toBeServed();
});

test('GET /v1/models without the header is refused', must('auth.header.required'), async ({ anonymous }) => {
  const response = await anonymous.get('/v1/models');
  expect(response).toFailWith(401, 'missing_api_key');
});

test('GET /v1/credits without the header is refused', must('auth.header.required'), async ({ anonymous }) => {
  const response = await anonymous.get('/v1/credits');
  expect(response).toFailWith(401, 'missing_api_key');
});

test(
  'the look-up of an existing job without the header is refused',
  must('auth.header.required', 'spends'),
  async ({ anonymous, given }) => {
    const response = await anonymous.get(await given.jobPath());
    expect(response).toFailWith(401, 'missing_api_key');
  },
);

test(
  'a text request without the header is refused',
  must('auth.header.required', 'spends'),
  async ({ anonymous, given }) => {
    const response = await anonymous.text(await given.promptFields());
    expect(response).toFailWith(401, 'missing_api_key');
  },
);

test(
  'the submission of a job without the header is refused',
  must('auth.header.required', 'spends'),
  async ({ anonymous, given }) => {
    const response = await anonymous.submit(await given.promptFields());
    expect(response).toFailWith(401, 'missing_api_key');
  },
);

test(
  'a workflow without the header is refused',
  must('auth.header.required', 'spends'),
  async ({ anonymous, given }) => {
    const response = await anonymous.workflow(given.chain('short'));
    expect(response).toFailWith(401, 'missing_api_key');
  },
);

test(
  'the look-up of an existing run without the header is refused',
  must('auth.header.required', 'spends'),
  async ({ anonymous, given }) => {
    const response = await anonymous.run(await given.runId());
    expect(response).toFailWith(401, 'missing_api_key');
  },
);

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

test(
  'GET /v1/models refuses another key of the same form',
  must('auth.key.wrong'),
  async ({ presenting }) => {
    const response = await presenting('of the same form', (key) => `Bearer ${ofTheSameForm(key)}`).get(
      '/v1/models',
    );
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'the look-up of an existing job refuses another key of the same form',
  must('auth.key.wrong', 'spends'),
  async ({ presenting, given }) => {
    const impostor = presenting('of the same form', (key) => `Bearer ${ofTheSameForm(key)}`);
    const response = await impostor.get(await given.jobPath());
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'a text request with another key of the same form is refused',
  must('auth.key.wrong', 'spends'),
  async ({ presenting, given }) => {
    const impostor = presenting('of the same form', (key) => `Bearer ${ofTheSameForm(key)}`);
    const response = await impostor.text(await given.promptFields());
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'the submission of a job with another key of the same form is refused',
  must('auth.key.wrong', 'spends'),
  async ({ presenting, given }) => {
    const impostor = presenting('of the same form', (key) => `Bearer ${ofTheSameForm(key)}`);
    const response = await impostor.submit(await given.promptFields());
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'a workflow with another key of the same form is refused',
  must('auth.key.wrong', 'spends'),
  async ({ presenting, given }) => {
    const impostor = presenting('of the same form', (key) => `Bearer ${ofTheSameForm(key)}`);
    const response = await impostor.workflow(given.chain('short'));
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'the look-up of an existing run refuses another key of the same form',
  must('auth.key.wrong', 'spends'),
  async ({ presenting, given }) => {
    const impostor = presenting('of the same form', (key) => `Bearer ${ofTheSameForm(key)}`);
    const response = await impostor.run(await given.runId());
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test('a key with its first character changed is refused', must('auth.key.wrong'), async ({ presenting }) => {
  const changed = presenting('first character changed', (key) => `Bearer ${withOneCharacterChanged(key, 0)}`);
  const response = await changed.get('/v1/credits');
  expect(response).toFailWith(401, 'invalid_api_key');
});

test(
  'a key with a character in its middle changed is refused',
  must('auth.key.wrong'),
  async ({ presenting }) => {
    const changed = presenting(
      'middle character changed',
      (key) => `Bearer ${withOneCharacterChanged(key, 0.5)}`,
    );
    const response = await changed.get('/v1/credits');
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'a key with a character near its end changed is refused',
  must('auth.key.wrong'),
  async ({ presenting }) => {
    const changed = presenting(
      'late character changed',
      (key) => `Bearer ${withOneCharacterChanged(key, 1)}`,
    );
    const response = await changed.get('/v1/credits');
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'a key with the case of its letters changed is refused',
  advice('auth.key.wrong-case'),
  async ({ presenting }) => {
    const changed = presenting(
      'case changed',
      (key) => withCaseChanged(key) && `Bearer ${withCaseChanged(key)}`,
    );
    const response = await changed.get('/v1/credits');
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test('the first half of a key is refused', must('auth.key.incomplete'), async ({ presenting }) => {
  const response = await presenting('cut in half', (key) => `Bearer ${cutOff(key, 'half')}`).get(
    '/v1/credits',
  );
  expect(response).toFailWith(401, 'invalid_api_key');
});

test('a key without its last characters is refused', must('auth.key.incomplete'), async ({ presenting }) => {
  const response = await presenting('cut off', (key) => `Bearer ${cutOff(key, 'most')}`).get('/v1/credits');
  expect(response).toFailWith(401, 'invalid_api_key');
});

test('a key without its last character is refused', must('auth.key.incomplete'), async ({ presenting }) => {
  const response = await presenting('cut by one', (key) => `Bearer ${cutOff(key, 'all but one')}`).get(
    '/v1/credits',
  );
  expect(response).toFailWith(401, 'invalid_api_key');
});

test('a key with a character appended is refused', must('auth.key.incomplete'), async ({ presenting }) => {
  const response = await presenting('one character longer', (key) => `Bearer ${key}x`).get('/v1/credits');
  expect(response).toFailWith(401, 'invalid_api_key');
});

test('a key with a second word behind it is refused', must('auth.key.incomplete'), async ({ presenting }) => {
  const response = await presenting('before another word', (key) => `Bearer ${key} x`).get('/v1/credits');
  expect(response).toFailWith(401, 'invalid_api_key');
});

test(
  'a key with a comma and more behind it is refused',
  must('auth.key.incomplete'),
  async ({ presenting }) => {
    const response = await presenting('before a comma', (key) => `Bearer ${key},x`).get('/v1/credits');
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test('GET /v1/models refuses a key that was reissued', must('auth.key.inactive'), async ({ retired }) => {
  const response = await retired.get('/v1/models');
  expect(response).toFailWith(401, 'invalid_api_key');
});

test('GET /v1/credits refuses a key that was reissued', must('auth.key.inactive'), async ({ retired }) => {
  const response = await retired.get('/v1/credits');
  expect(response).toFailWith(401, 'invalid_api_key');
});

test(
  'a text request with a key that was reissued is refused',
  must('auth.key.inactive', 'spends'),
  async ({ retired, given }) => {
    const response = await retired.text(await given.promptFields());
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'two spaces before the key make it invalid',
  must('auth.key.leading-whitespace'),
  async ({ presenting }) => {
    const response = await presenting('after two spaces', (key) => `Bearer  ${key}`).get('/v1/credits');
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'a space and a tab before the key make it invalid',
  must('auth.key.leading-whitespace'),
  async ({ presenting }) => {
    const response = await presenting('after a space and a tab', (key) => `Bearer \t${key}`).get(
      '/v1/credits',
    );
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'a no-break space before the key makes it invalid',
  must('auth.key.leading-whitespace'),
  async ({ presenting }) => {
    const response = await presenting('after a no-break space', (key) => `Bearer ${NBSP}${key}`).get(
      '/v1/credits',
    );
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

test(
  'a no-break space after the key makes it invalid',
  must('auth.key.trailing-no-break-space'),
  async ({ presenting }) => {
    const response = await presenting('before a no-break space', (key) => `Bearer ${key}${NBSP}`).get(
      '/v1/credits',
    );
    expect(response).toFailWith(401, 'invalid_api_key');
  },
);

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

test(
  'a text request of an account without connected AI usage settings is refused',
  must('auth.backend.missing', 'spends'),
  async ({ unlinked, given }) => {
    const first = await unlinked.text(await given.promptFields());
    const second = await unlinked.text(await given.messagesFields());
    expect(first).toFailWith(409, 'no_backend_account');
    expect(second).toFailWith(409, 'no_backend_account');
  },
);

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
