import type { Session } from './session';

/** A value of a run that the first call makes; later calls return the same one, whichever check's session they have. */
export function perSession<T>(make: (session: Session) => T): (session: Session) => T {
  const values = new WeakMap<Session['store'], { value: T }>();
  return (session) => {
    const known = values.get(session.store);
    if (known !== undefined) return known.value;
    const value = make(session);
    values.set(session.store, { value });
    return value;
  };
}
