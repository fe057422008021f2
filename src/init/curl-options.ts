/**
 * The options of curl with a value, from its own list (`curl --help all` up to 8.17): the word after one of
 * them is not an address.
 */

const valued = `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout
connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw
data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine
etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface ip-tos
ipfs-gateway json keepalive-cnt keepalive-time key key-type knownhosts krb krb4 libcurl limit-rate local-port
login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output
output-dir parallel-max parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert
proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user
proxy1.0 pubkey quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time
sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time
ssl-sessions stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace
trace-ascii trace-config unix-socket upload-file upload-flags url url-query user user-agent variable vlan-priority
write-out`;

const flags = `alpn anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs crlf
digest disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure dump-ca-embed eprt epsv
fail fail-early fail-with-body false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl
ftp-ssl-ccc ftp-ssl-control ftp-ssl-reqd get globoff haproxy-protocol head http0.9 http1.0 http1.1 http2
http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 junk-session-cookies keepalive
list-only location location-trusted mail-rcpt-allowfails manual metalink mptcp negotiate netrc netrc-optional next npn
ntlm ntlm-wb out-null parallel parallel-immediate path-as-is post301 post302 post303 progress-bar progress-meter
proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm
proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-header-name remote-name
remote-name-all remote-time remove-on-error retry-all-errors retry-connrefused sasl-ir sessionid show-error show-headers
silent skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke
ssl-reqd ssl-revoke-best-effort sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay
tftp-no-options tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose
version xattr`;

const letters: Record<string, string> = {
  ...{
    A: 'user-agent',
    b: 'cookie',
    c: 'cookie-jar',
    C: 'continue-at',
    d: 'data',
    D: 'dump-header',
    e: 'referer',
  },
  ...{ E: 'cert', F: 'form', h: 'help', H: 'header', K: 'config', m: 'max-time', o: 'output', P: 'ftp-port' },
  ...{
    Q: 'quote',
    r: 'range',
    t: 'telnet-option',
    T: 'upload-file',
    u: 'user',
    U: 'proxy-user',
    w: 'write-out',
  },
  ...{ x: 'proxy', X: 'request', y: 'speed-time', Y: 'speed-limit', z: 'time-cond' },
  ...{
    '0': 'http1.0',
    '1': 'tlsv1',
    '2': 'sslv2',
    '3': 'sslv3',
    '4': 'ipv4',
    '6': 'ipv6',
    '#': 'progress-bar',
  },
  ...{
    a: 'append',
    B: 'use-ascii',
    f: 'fail',
    g: 'globoff',
    G: 'get',
    i: 'show-headers',
    I: 'head',
    j: 'junk-session-cookies',
  },
  ...{
    J: 'remote-header-name',
    k: 'insecure',
    l: 'list-only',
    L: 'location',
    M: 'manual',
    n: 'netrc',
    N: 'buffer',
  },
  ...{
    O: 'remote-name',
    p: 'proxytunnel',
    q: 'disable',
    R: 'remote-time',
    s: 'silent',
    S: 'show-error',
    v: 'verbose',
  },
  ...{ V: 'version', Z: 'parallel', ':': 'next' },
};

const withValue = new Set(valued.split(/\s+/));
const withoutValue = new Set(flags.split(/\s+/));

/** A part of a command line: an option by its long name, or an operand. */
export interface Argument {
  /** Absent for an operand. */
  option?: string;
  value: string;
}

/**
 * Parses the arguments of a curl command as curl does.
 * @throws one line, for an unknown option: the word after it may be its value or an address
 */
export function argumentsIn(words: readonly string[]): Argument[] {
  const read: Argument[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') read.push(...rest.splice(0).map((value) => ({ value })));
    else if (word.startsWith('--')) {
      const option = known(word.slice(2));
      if (option === undefined) throw new Error(`${word} is no option of curl`);
      read.push({ option, value: withValue.has(option) ? (rest.shift() ?? '') : '' });
    } else if (word.length > 1 && word.startsWith('-')) read.push(...lettersIn(word, rest));
    else read.push({ value: word });
  }
  return read;
}

/** `-sSXPUT`: flags, and at most one option with a value, which is the rest of the word or the next word. */
function lettersIn(word: string, rest: string[]): Argument[] {
  const read: Argument[] = [];
  for (let at = 1; at < word.length; at++) {
    const option = letters[word.charAt(at)];
    if (option === undefined) throw new Error(`-${word.charAt(at)} is no option of curl`);
    if (withValue.has(option))
      return [...read, { option, value: word.slice(at + 1) || (rest.shift() ?? '') }];
    read.push({ option, value: '' });
  }
  return read;
}

/**
 * The option with this name, or the only one with this prefix. After `no-` or `expand-`, the option that
 * follows.
 */
function known(name: string): string | undefined {
  if (withValue.has(name) || withoutValue.has(name)) return name;
  const [, plain] = /^(?:no|expand)-(.+)$/.exec(name) ?? [];
  if (plain !== undefined) return known(plain);
  const meant = [...withValue, ...withoutValue].filter((each) => each.startsWith(name));
  return meant.length === 1 ? meant[0] : undefined;
}
