/** True for plain http to anything but this machine: anybody in between can read the key. */
export function isInClear(url: URL): boolean {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && !isLoopback;
}

/** @throws where a key would be sent unencrypted and nothing allows it */
export function rejectInClear(address: string, allowed: boolean): void {
  if (allowed || !isInClear(new URL(address))) return;
  throw new Error(
    `${address} is plain http, so the key would travel unencrypted: give an https:// address, or allow it by --allow-http.`,
  );
}
