import type { Session } from './session';

/** A value of a session that the first call makes; later calls return the same one. */
export function perSession<T>(make: (session: Session) => T): (session: Session) => T {
  const made = new WeakMap<Session, { value: T }>();
  return (session) => {
    const found = made.get(session);
    if (found !== undefined) return found.value;
    const value = make(session);
    made.set(session, { value });
    return value;
  };
}
