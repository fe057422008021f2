import { parseArgs } from 'node:util';

/**
 * The options of curl with a value, from its own list (`curl --help all` up to 8.17): the word after one of
 * them is not an address.
 */
const valued = `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine
etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface
ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type knownhosts krb krb4 libcurl limit-rate
local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy
oauth2-bearer output output-dir parallel-max parallel-max-host pass pinnedpubkey preproxy proto proto-default
proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header
proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype
proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request
request-target resolve retry retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5
socks5-gssapi-service socks5-hostname speed-limit speed-time ssl-sessions stderr telnet-option tftp-blksize
time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket
upload-file upload-flags url url-query user user-agent variable vlan-priority write-out`;

/** The letters of these options, and of those without a value that change the request. */
const letters = `A user-agent b cookie c cookie-jar C continue-at d data D dump-header e referer E cert F form h help
H header K config m max-time o output P ftp-port Q quote r range t telnet-option T upload-file u user U proxy-user
w write-out x proxy X request y speed-time Y speed-limit z time-cond G get I head : next`;

const names = valued.split(/\s+/);
const shorts = letters.split(/\s+/);
const shortOf = (name: string) => shorts[shorts.indexOf(name) - 1];
const options = Object.fromEntries(
  [...names, 'get', 'head', 'next'].map((name) => {
    const short = shortOf(name);
    const type = names.includes(name) ? ('string' as const) : ('boolean' as const);
    return [name, { type, ...(short !== undefined && { short }) }];
  }),
);

/** A part of a command line: an option by its long name, or an operand. */
export interface Argument {
  /** Absent for an operand. */
  option?: string;
  value: string;
}

/** The arguments of a curl command. An option that is not in the list has no value. */
export function argumentsIn(args: readonly string[]): Argument[] {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens.flatMap((token): Argument[] => {
    if (token.kind === 'positional') return [{ value: token.value }];
    return token.kind === 'option' ? [{ option: token.name, value: token.value ?? '' }] : [];
  });
}
