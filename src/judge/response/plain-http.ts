/** True for plain http to anything but this machine: anybody in between can read the key. */
export function isInClear(url: URL): boolean {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && !isLoopback;
}

export const inClear = (address: string) =>
  `${address} is plain http, so the key would travel unencrypted: give an https:// address, or allow it by --allow-http or ALLOW_HTTP=yes.`;
