import { type Alter, asHtml, asJson, whenAccepted, whenRejected, withBody } from '../../../mock/answers';
import { authenticate } from '../../../mock/auth';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import type { Call, Check } from '../../../mock/call';
import { behind } from '../../../mock/defect';
import { isObject } from '../../../mock/json';
import mockTarget from '../../../tests/targets/mock';
import { graphLinks, templateReferences } from '../variants/references';
import { enveloped, fewBlocks, textAsJob } from '../variants/shapes';
import { counting, type SoundTarget, type Variant } from '../variants/variant';
import { prefixed } from '../variants/wire';

/** A server that follows the contract, and the target file that describes it correctly. */
interface Server {
  change: Change;
  target: SoundTarget;
}

const spelt = ({ target = (given) => given }: Variant) => target(mockTarget);

const unknown = ({ operation }: Call) => operation === 'unknown';

/** Rejects a body whose content type is not JSON. */
const requireJson: Check = ({ body, headers }) =>
  body === '' || headers['content-type'] === 'application/json'
    ? undefined
    : { code: 'invalid_request', about: 'the content type is not application/json' };

const strict = behind(authenticate, requireJson);

/** Text requests and jobs whose fields are under `input`. */
const nestedFields: Change = overrideChapter('text', (text) => ({
  read(body, call) {
    const fields = text.read(body, call);
    return isObject(fields?.input) ? fields.input : undefined;
  },
}));

/** Without the query parameter, the lookup of a run lists all runs. */
const listingRuns = whenRejected(
  'not_found',
  asJson({ runs: [] }, 200),
  ({ operation, id }) => operation === 'run' && id === '',
);

/** The response with the credits has other numbers, too: those of the plan and of the usage. */
const manyNumbers: Change = {
  credits: {
    present: (remaining, { number: requests }) => ({
      plan: 7,
      used: 1_000_000 - remaining,
      name: 'starter',
      requests,
      remaining,
    }),
  },
};

const longId: Alter = (answer) => ({
  ...answer,
  raw: JSON.stringify(answer.body).replace(/"job_id":"(\d+)"/, '"job_id":$1'),
});

export const servers = {
  /** An unknown path responds with 404 `not_found`, the contract's own code. */
  mock: { change: {}, target: mockTarget },
  /** Responses have envelopes. For an unknown path, the gateway responds, not the API. */
  enveloped: {
    change: [
      ...[enveloped.change].flat(),
      whenRejected('all', asJson({ message: 'Missing Authentication Token' }, 403), unknown),
      strict,
    ],
    target: spelt(enveloped),
  },
  /** Text requests create jobs. For an unknown path, nginx responds. */
  'text-as-job': {
    change: [
      ...[textAsJob.change].flat(),
      whenRejected('all', asHtml('404 Not Found', 404), unknown),
      listingRuns,
    ],
    target: spelt(textAsJob),
  },
  nested: {
    change: nestedFields,
    target: {
      ...mockTarget,
      text: (fields) => ({ method: 'POST', path: '/v1/text', body: { input: fields } }),
      job: {
        ...mockTarget.job,
        submit: (fields) => ({ method: 'POST', path: '/v1/jobs', body: { input: fields } }),
      },
    },
  },
  templates: { change: templateReferences.change, target: spelt(templateReferences) },
  graph: { change: graphLinks.change, target: spelt(graphLinks) },
  'three-blocks': { change: fewBlocks.change, target: spelt(fewBlocks) },
  tenant: { change: prefixed.change, target: spelt(prefixed) },
  'many-numbers': {
    change: manyNumbers,
    target: { ...mockTarget, credits: { at: '/remaining', settlesWithin: 0.3 } },
  },
  'two-lists': {
    change: whenAccepted(
      'models',
      withBody((body) => ({ regions: [{ id: 'eu-1' }, { id: 'kr-1' }], ...(isObject(body) ? body : {}) })),
    ),
    target: mockTarget,
  },
  /** The ids of jobs are integers of 64 bits, whose last digits JavaScript loses. */
  'long-ids': {
    change: [
      { jobs: { newId: counting('90071992547409') } },
      whenAccepted('submit', longId),
      whenAccepted('job', longId),
    ],
    target: mockTarget,
  },
  /** The account under test has a second valid key. */
  'two-keys': { change: { auth: { active: () => true } }, target: mockTarget },
} as const satisfies Record<string, Server>;

export type ServerName = keyof typeof servers;
