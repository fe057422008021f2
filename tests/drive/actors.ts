import type { Answer } from '../engine/answer';
import type { FaultyChain } from '../probes/chains';
import { type Baselines, partOf } from './baselines';
import { exchange, type Operation, type Sender } from './client';
import { receivedOf } from './read';
import { inconclusive } from './recorder';
import type { Session } from './session';
import type { Block, RequestSpec, TextFields } from './target';

/**
 * Somebody who sends requests. An answer is returned only where it can prove something: the same operation
 * was served to API_KEY in this run, and a request without a key was refused.
 */
export interface Actor {
  /** A path that the contract shows, percent-encoded as it is to be sent. */
  get(path: string): Promise<Answer>;
  /** Any other request. */
  send(spec: RequestSpec): Promise<Answer>;
  text(fields: TextFields): Promise<Answer>;
  /** A text request with these bytes for a body, whatever they are. */
  textBytes(bytes: Buffer): Promise<Answer>;
  submit(fields: TextFields): Promise<Answer>;
  /** A chain of blocks, sound or faulty. */
  workflow(chain: Block[] | FaultyChain): Promise<Answer>;
  run(runId: string): Promise<Answer>;
}

const operations: [RegExp, Operation][] = [
  [/^\/v1\/models$/, 'models'],
  [/^\/v1\/credits$/, 'credits'],
  [/^\/v1\/jobs\/[^/]+$/, 'job'],
];

export function actorOf(session: Session, baselines: Baselines, sender: Sender): Actor {
  const { target } = session;
  async function act(
    operation: Operation,
    spec: () => RequestSpec,
    blocks?: Block[],
    parts?: string[],
  ): Promise<Answer> {
    await baselines.recognised(sender);
    await baselines.control(operation, blocks?.length);
    return exchange(session, sender, operation, spec(), {
      control: () => baselines.again(operation),
      ...(parts && { parts }),
    });
  }
  return {
    get: (path) => act(operations.find(([pattern]) => pattern.test(path))?.[1] ?? 'other', () => ({ path })),
    send: (spec) => act('other', () => spec),
    text: (fields) => act('text', () => partOf(target, 'text')(fields)),
    textBytes: (bytes) => act('text', () => ({ ...partOf(target, 'text')({ prompt: '' }), body: bytes })),
    submit: (fields) => act('submit', () => submission(session)(fields)),
    async workflow(chain) {
      const { blocks, restsOn = undefined } = Array.isArray(chain) ? { blocks: chain } : chain;
      const submit = () => partOf(target, 'workflow').submit(blocks);
      const answer = await act('workflow', submit, blocks, restsOn && [restsOn]);
      // A refusal of some fault shows that the target reads references as we spell them.
      if (answer.status !== 400 && sender.account !== null) await baselines.references();
      return answer;
    },
    async run(runId) {
      const look = partOf(target, 'run');
      const submission = target.workflow ? receivedOf(await baselines.workflow()) : unknownSubmission;
      return act('run', () => look(runId, submission));
    },
  };
}

/** Where only an id is given, nothing is known of its submission. */
const unknownSubmission = { status: 0, headers: {}, body: undefined };

function submission({ target }: Session): (fields: TextFields) => RequestSpec {
  return target.job?.submit ?? inconclusive('not driven', { kind: 'needs', what: 'job.submit' });
}
