import { type Behaviour, type Change, change } from '../../../mock/behaviour';
import type { Call, Check, Operation, Serve } from '../../../mock/call';

export type At = Exclude<Operation, 'unknown'>;

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
    const scoped =
      <Made>(step: (call: Call, mock: Parameters<Check>[1]) => Made) =>
      (call: Call, mock: Parameters<Check>[1]) =>
        step(call, { ...mock, behaviour: pick(call) });
    const mapped = <Value, Made>(record: Readonly<Record<Operation, Value>>, make: (value: Value) => Made) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)])) as Record<
        Operation,
        Made
      >;
    return {
      service: {
        checks: mapped(service.checks, (checks) => checks.map((check: Check): Check => scoped(check))),
        serve: mapped(service.serve, (serve: Serve): Serve => scoped(serve)),
        finish: (answer, call) => pick(call).service.finish(answer, call),
        write: (answer, call) => pick(call).service.write(answer, call),
      },
    };
  };
}
