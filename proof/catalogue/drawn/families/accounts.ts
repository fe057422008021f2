import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import { asCode, whenRejected, withStatus } from '../../../../mock/answers';
import { type Change, overrideChapter } from '../../../../mock/behaviour';
import type { Call } from '../../../../mock/call';
import {
  type Ask,
  costOf,
  left,
  otherThan,
  type Reply,
  type Request,
  reach,
  soundBlocks,
  wasAccepted,
} from '../ask';
import { type Chapter, type Defect, type DefectFamily, familiesOf, family } from '../family';
import { isOther, when } from '../scope';

/** Defects of servers that follow a rule for the account of API_KEY but not for another account. */

const key = mockKeys.OTHER_API_KEY;
const authorization = `Bearer ${key}`;

type Members = Readonly<Record<string, Pick<Defect, 'change' | 'shows' | 'clauses' | 'metBy' | 'share'>>>;

const members = (chapter: Chapter, clause: string, about: string, table: Members): DefectFamily[] =>
  familiesOf(chapter, {
    [about]: family(clause, fc.constantFrom(...Object.entries(table)), ([what, defect]) => ({
      phrase: `of another account ${what}`,
      ...defect,
    })),
  });

/** Compares keys of the other account less strictly. */
const reading = (matches: (presented: string) => boolean): Change =>
  overrideChapter('auth', (auth) => ({
    matches: (presented, issued) => (issued === key ? matches(presented) : auth.matches(presented, issued)),
  }));

const presented = (value: string) => ({
  shows: async (ask: Ask) =>
    wasAccepted(await ask({ path: '/v1/credits', authorization: `Bearer ${value}` })),
});

const auth = members('auth', 'auth.key.wrong', 'the key of another account is read less strictly', {
  'white space before the key is passed over': {
    change: reading((value) => value.trimStart() === key),
    ...presented(`  ${key}`),
    clauses: ['auth.key.leading-whitespace'],
  },
  'the end of the key is not compared': {
    change: reading((value) => value.slice(0, -4) === key.slice(0, -4)),
    ...presented(`${key.slice(0, -1)}0`),
  },
  'the start of the key is not compared': {
    change: reading((value) => value.slice(4) === key.slice(4)),
    ...presented(`X${key.slice(1)}`),
    share: null,
  },
  'what follows the key is passed over': {
    change: reading((value) => value.startsWith(key)),
    ...presented(`${key}0`),
    clauses: ['auth.key.incomplete'],
  },
  'the key is taken from x-api-key': {
    change: overrideChapter('auth', (auth) => ({
      required: (call, presented) =>
        call.headers['x-api-key'] === key ? false : auth.required(call, presented),
    })),
    shows: async (ask) =>
      wasAccepted(await ask({ path: '/v1/credits', authorization: null, headers: { 'x-api-key': key } })),
    clauses: ['auth.header.required'],
    share: 1 / 11,
  },
});

const of = (request: Request = {}): Request => ({ authorization, ...request });
const asksFor = (at: 'text' | 'submit', body: unknown) => ({
  shows: async (ask: Ask) => wasAccepted(await reach(ask, at, of({ body }))),
});
const model = 'acme-text-nano';

const text = members('text', 'text.requires.input', 'another account may leave out the input', {
  'a text request without input is accepted': {
    change: when((call) => isOther(call) && call.operation === 'text', { text: { wrong: () => undefined } }),
    ...asksFor('text', { model }),
  },
  'a job without input is accepted': {
    change: when((call) => isOther(call) && call.operation === 'submit', {
      text: { wrong: () => undefined },
    }),
    ...asksFor('submit', { model }),
  },
  'a missing input is told as 400': {
    change: whenRejected('invalid_request', withStatus(400), isOther),
    shows: async (ask) =>
      otherThan(422, 'invalid_request')(await reach(ask, 'text', of({ body: { model } }))),
  },
});

const models = members('models', 'models.use.unlisted', 'another account may name any model', {
  'a model that is not listed is told as invalid_request': {
    change: whenRejected('model_not_found', asCode('invalid_request'), isOther),
    shows: async (ask) =>
      otherThan(
        404,
        'model_not_found',
      )(await reach(ask, 'text', of({ body: { model: 'acme-text-none', prompt: 'Hello' } }))),
  },
});

const jobs = members('jobs', 'jobs.lookup.unknown', 'another account looks up less strictly', {
  'an unknown job is told as model_not_found': {
    change: whenRejected(
      'not_found',
      asCode('model_not_found'),
      (call) => isOther(call) && call.operation === 'job',
    ),
    shows: async (ask) => otherThan(404, 'not_found')(await reach(ask, 'job', of({ id: 'none' }))),
  },
});

const joined = (field: string, block = 'one') => ({
  blocks: [soundBlocks[0], { name: 'two', type: 'resize', inputs: { image: { block, field }, width: 7 } }],
});
const submits = (body: unknown, shows: (reply: Reply) => boolean) => ({
  shows: async (ask: Ask) => shows(await reach(ask, 'workflow', of({ body }))),
});
const unchecked = (reason: string) =>
  when(isOther, (behaviour) => ({
    workflows: {
      faulty: (blocks, types) =>
        behaviour.workflows.faulty(blocks, types).filter((connection) => connection.reason !== reason),
    },
  }));

const workflows = members(
  'workflows',
  'workflows.reference.mismatched-kind',
  'the workflows of another account are checked less strictly',
  {
    'kinds that do not match are accepted': {
      change: unchecked('mismatched-kind'),
      ...submits(joined('text'), wasAccepted),
    },
    'a field that is missing is accepted': {
      change: unchecked('missing-field'),
      ...submits(joined('nothing'), wasAccepted),
      clauses: ['workflows.reference.missing-field'],
    },
    'a block that is missing is accepted': {
      change: unchecked('no-block'),
      ...submits(joined('text', 'none'), wasAccepted),
      clauses: ['workflows.reference.no-block'],
    },
    'a faulty connection is told as invalid_request': {
      change: whenRejected('invalid_workflow', asCode('invalid_request'), isOther),
      ...submits(joined('text'), otherThan(400, 'invalid_workflow')),
    },
  },
);

const money = members('credits', 'credits.use.deducted', "another account's credits are not its own", {
  'AI requests are free': {
    change: when(isOther, { credits: { charge() {} } }),
    shows: async (ask) => (await costOf(ask, () => reach(ask, 'text', of()), authorization)) === 0,
  },
  'the credits that are read are those of API_KEY': {
    change: (behaviour) => {
      let first: Call['account'] | undefined;
      return {
        credits: {
          remaining(account, now) {
            if (account.name === 'owner') first = account;
            const read = isOther({ account }) && first ? first : account;
            return behaviour.credits.remaining(read, now);
          },
        },
      };
    },
    shows: async (ask) => {
      await left(ask);
      return (await costOf(ask, () => reach(ask, 'text'), authorization)) > 0;
    },
    clauses: ['credits.read'],
  },
  'a rejected workflow is charged': {
    change: overrideChapter('credits', () => ({
      whenRejected: (account, call) =>
        void (isOther({ account }) && call.rejection?.code === 'invalid_workflow'
          ? account.charges.push({ credits: 3, at: call.now })
          : undefined),
    })),
    shows: async (ask) =>
      (await costOf(ask, () => reach(ask, 'workflow', of({ body: joined('text') })), authorization)) > 0,
    clauses: ['workflows.rejected.free'],
  },
});

export const accountFamilies = [...auth, ...models, ...text, ...jobs, ...workflows, ...money];
