import type { Session } from './session';

/** A value of a session that the first call makes; later calls return the same one. */
export function perSession<T>(make: (session: Session) => T): (session: Session) => T {
  const values = new WeakMap<Session, { value: T }>();
  return (session) => {
    const known = values.get(session);
    if (known !== undefined) return known.value;
    const value = make(session);
    values.set(session, { value });
    return value;
  };
}
