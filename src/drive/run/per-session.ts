import type { Session } from './session';

/** What is made for a session when it is first asked for, and is the same for whoever asks later. */
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
