import fc from 'fast-check';
import { type Alter, asCode, asCrash, asUnlisted, withStatus } from '../../../mock/answers';
import { type Behaviour, type Change, change } from '../../../mock/behaviour';
import { type Call, type Check, nouns, type Operation, operations, type Serve } from '../../../mock/call';
import type { ErrorCode } from '../../../mock/codes';
import { shownOperations } from '../../../mock/service';
import type { WithModel } from '../../../spec/operations';

export type Driven = Exclude<Operation, 'unknown'>;

export const reads: readonly Driven[] = [...shownOperations, 'run'];
export const uses: readonly Driven[] = ['text', 'submit', 'workflow'];

/** The calls that a defect affects, an operation with such a call, and the words for it. */
export interface Scope {
  noun: string;
  at: Driven;
  holds: (call: Call) => boolean;
}

export const one = (at: Driven): Scope => ({
  noun: `at ${nouns[at]}`,
  at,
  holds: ({ operation }) => operation === at,
});

export const everywhere: Scope = { noun: 'everywhere', at: 'credits', holds: () => true };

export const oneOf = (among: readonly Driven[]): fc.Arbitrary<Scope> => fc.constantFrom(...among).map(one);

/** Everywhere, or at one operation, with equal probability. */
export const anyScope: fc.Arbitrary<Scope> = fc.oneof(fc.constant(everywhere), oneOf(operations));

/** One of the two operations that take a model and an input, or everywhere. */
export const textScope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant({ ...everywhere, at: 'text' as const }),
  oneOf(['text', 'submit']),
);

/** A change that depends on the position of a call on its connection, from 1. */
export function byPlace(how: (place: (call: Call) => number) => Change): Change {
  return (behaviour) => {
    const answered = new WeakMap<object, number>();
    const place = ({ socket }: Call) => (answered.get(socket) ?? 0) + 1;
    const changed = change(behaviour, how(place));
    return {
      ...changed,
      service: {
        ...changed.service,
        finish(answer, call) {
          const finished = changed.service.finish(answer, call);
          answered.set(call.socket, place(call));
          return finished;
        },
      },
    };
  };
}

/** Whether a call is from the account of OTHER_API_KEY. */
export const isOther = ({ account }: Pick<Call, 'account'>) => account.name === 'other account';

/** Applies a change only to calls for which `holds` is true. */
export function when(holds: (call: Call) => boolean, how: Change): Change {
  return (behaviour) => {
    const { service } = behaviour;
    const other = change(behaviour, how);
    const pick = (call: Call): Behaviour => (holds(call) ? other : behaviour);
    const check =
      (given: Check): Check =>
      (call, mock) =>
        given(call, { ...mock, behaviour: pick(call) });
    const serve =
      (given: Serve): Serve =>
      (call, mock) =>
        given(call, { ...mock, behaviour: pick(call) });
    const mapped = <Value, Made>(record: Readonly<Record<Operation, Value>>, make: (value: Value) => Made) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)])) as Record<
        Operation,
        Made
      >;
    return {
      service: {
        checks: mapped(service.checks, (checks) => checks.map(check)),
        serve: mapped(service.serve, serve),
        finish: (answer, call) => pick(call).service.finish(answer, call),
        write: (answer, call) => pick(call).service.write(answer, call),
      },
    };
  };
}

type Form = 'prompt' | 'messages';
export const tiers = ['pro', 'mini', 'nano'] as const;
type Tier = (typeof tiers)[number];

/** A kind of AI request: operation, form of input and tier. A workflow has neither form nor tier. */
export interface Use extends Scope {
  sent: { body?: object };
  /** Its share of the AI requests of this operation. */
  share: number;
}

const inputOf: Readonly<Record<Form, object>> = {
  prompt: { prompt: 'Hello' },
  messages: { messages: [{ role: 'user', content: 'Hello' }] },
};

/** Builds a kind of text request or job submission. */
export function useOf(at: WithModel, form: Form, tier: Tier): Use {
  const model = `acme-text-${tier}`;
  return {
    at,
    noun: `at ${nouns[at]} with ${form} for ${tier}`,
    holds: ({ operation, fields }) => operation === at && form in fields && fields.model === model,
    sent: { body: { model, ...inputOf[form] } },
    share: 1 / (tiers.length * Object.keys(inputOf).length),
  };
}

/** Text request or job submission, and a form of input. */
export const anyInput = fc.tuple(
  fc.constantFrom('text' as const, 'submit' as const),
  fc.constantFrom('prompt' as const, 'messages' as const),
);

export const anyTextUse: fc.Arbitrary<Use> = fc
  .tuple(anyInput, fc.constantFrom(...tiers))
  .map(([[at, form], tier]) => useOf(at, form, tier));

/** The AI requests that a missing gate affects: a whole operation, or one kind of request. */
export const anyUse: fc.Arbitrary<Use> = fc.oneof(
  oneOf(uses).map((scope) => ({ ...scope, sent: {}, share: 1 })),
  anyTextUse,
);

/** Values of the Accept header, with the words for each and the header to send. */
export const accepts = ['text/html', '*/*', 'application/json', undefined].map((accept) => ({
  accept,
  noun: `where Accept is ${accept ?? 'absent'}`,
  leftAlone:
    accept === 'text/html' ? 'what is answered to one who takes no JSON is not specified' : undefined,
  sent: accept === undefined ? {} : { headers: { accept } },
  holds: ({ headers }: Call) => headers.accept === accept,
}));
export const anyAccept = fc.constantFrom(...accepts);

/**
 * Wrong rejections, by the words for them. In `ways`, `403` is a status, `not_found` a code of the contract with
 * its status, `402:payment_required` a status with a code not in the contract, and `crash` an internal error.
 */
export const rejections = (ways: string): Readonly<Record<string, Alter>> =>
  Object.fromEntries(
    ways.split(' ').map((way): [string, Alter] => {
      const [, status, code] = /^(\d+):?(\w*)$/.exec(way) ?? [];
      if (way === 'crash') return ['with an internal error', asCrash];
      if (status === undefined) return [`with ${way}`, asCode(way as ErrorCode)];
      if (code) return [`with the code ${code}`, asUnlisted(code, Number(status))];
      return [`with the status ${status}`, withStatus(Number(status))];
    }),
  );
