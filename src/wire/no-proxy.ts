import { BlockList, isIP } from 'node:net';

/**
 * Whether NO_PROXY exempts an address: by host, domain, port, IP address or range (`10.0.0.0/8`,
 * `[::1]:8080`, `fd00::/8`).
 */
export function isExempt(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return entries.some((entry) => {
    if (entry === '*') return true;
    const { name, only } = partsOf(entry);
    if (only !== undefined && only !== port) return false;
    if (isIP(host) !== 0) return covers(name, host);
    const domain = name.replace(/^\*?\./, '');
    return host === domain || host.endsWith(`.${domain}`);
  });
}

/** A name, and the port that it is limited to. An IPv6 address with a port is in brackets. */
function partsOf(entry: string): { name: string; only: string | undefined } {
  if (isIP(entry) === 6) return { name: entry, only: undefined };
  const [, bracketed, bare, only] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: bracketed ?? bare ?? entry, only };
}

function covers(range: string, host: string): boolean {
  const [address = '', prefix] = range.split('/');
  const isLong = isIP(address) === 6;
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(prefix ?? (isLong ? 128 : 32)), isLong ? 'ipv6' : 'ipv4');
  } catch {
    return false;
  }
  return list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
