import type { Account, IssuedKey } from './accounts';
import type { Call, Check } from './call';

/** Authentication: contract 5. */
export const auth = {
  /**
   * Returns the key in the header, or undefined if there is none. Keeps auth.key.leading-whitespace,
   * auth.key.trailing-whitespace, auth.key.trailing-no-break-space.
   */
  key(authorization = ''): string | undefined {
    const bearer = /^bearer(?: |$)/i.exec(authorization);
    const key = bearer ? authorization.slice(bearer[0].length) : authorization;
    return key === '' ? undefined : key;
  },
  /** Keeps auth.key.valid, auth.key.wrong, auth.key.incomplete. */
  matches: (presented: string, issued: string) => presented === issued,
  /** Keeps auth.key.inactive. */
  active: (issued: IssuedKey) => issued.active,
  /** Keeps auth.backend.missing. */
  connected: (account: Account, _call: Call) => account.connected,
};

/** Keeps auth.header.required, auth.header.without-key. */
export const authenticate: Check = (call, { behaviour: { auth }, world }) => {
  const presented = auth.key(call.authorization);
  const issued =
    presented === undefined ? undefined : world.keys.find(({ key }) => auth.matches(presented, key));
  if (issued && auth.active(issued)) {
    call.account = issued.account;
    return undefined;
  }
  return { code: presented === undefined ? 'missing_api_key' : 'invalid_api_key', about: '' };
};

export const requireBackend: Check = (call, { behaviour }) =>
  behaviour.auth.connected(call.account, call) ? undefined : { code: 'no_backend_account', about: '' };
