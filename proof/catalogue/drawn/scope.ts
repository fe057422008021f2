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

/** The calls that are concerned, an operation where one is to be found, and how it is told. */
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

/** Everywhere, or at one operation: as often one as the other. */
export const anyScope: fc.Arbitrary<Scope> = fc.oneof(fc.constant(everywhere), oneOf(operations));

/** An operation that takes a model and an input, or both of them. */
export const textScope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant({ ...everywhere, at: 'text' as const }),
  oneOf(['text', 'submit']),
);

/** A change by the place of a call on its connection, from 1. */
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

/** Of the account of OTHER_API_KEY. */
export const isOther = ({ account }: Pick<Call, 'account'>) => account.name === 'other account';

/** A change that concerns some calls only. */
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

/** An AI request of one kind: operation, form of the input and tier; a workflow has neither form nor tier. */
export interface Use extends Scope {
  sent: { body?: object };
  /** Of the uses at this operation, the share that it is. */
  share: number;
}

const inputOf: Readonly<Record<Form, object>> = {
  prompt: { prompt: 'Hello' },
  messages: { messages: [{ role: 'user', content: 'Hello' }] },
};

/** One kind of text request or submission of a job. */
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

/** A text request or the submission of a job, and a form of its input. */
export const anyInput = fc.tuple(
  fc.constantFrom('text' as const, 'submit' as const),
  fc.constantFrom('prompt' as const, 'messages' as const),
);

export const anyTextUse: fc.Arbitrary<Use> = fc
  .tuple(anyInput, fc.constantFrom(...tiers))
  .map(([[at, form], tier]) => useOf(at, form, tier));

/** AI requests as gates are forgotten for: a whole operation, or one kind of use. */
export const anyUse: fc.Arbitrary<Use> = fc.oneof(
  oneOf(uses).map((scope) => ({ ...scope, sent: {}, share: 1 })),
  anyTextUse,
);

/** The ways in which a client says what it takes: in words, as they are sent, and how they are told. */
export const accepts = ['text/html', '*/*', 'application/json', undefined].map((accept) => ({
  accept,
  noun: `where Accept is ${accept ?? 'absent'}`,
  leftAlone: accept === 'text/html' ? 'what is answered to one who takes no JSON is not shown' : undefined,
  sent: accept === undefined ? {} : { headers: { accept } },
  holds: ({ headers }: Call) => headers.accept === accept,
}));
export const anyAccept = fc.constantFrom(...accepts);

/**
 * How a call may be refused instead, and how that is told: `403` is a status, `not_found` a code of the contract with
 * its own, `402:payment_required` a code that the contract lacks, `crash` an internal error.
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
