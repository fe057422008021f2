import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Creates certificates, because node:crypto can only read them. */

interface Certificate {
  subject: string;
  /** The certificate and its private key, both in PEM. */
  cert: string;
  key: string;
}

/** Encodes a value in DER (X.690, 8.1): tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const commonName = oid('550403');
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

const name = (text: string) => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(text)))));
const time = (at: Date) => der(0x17, Buffer.from(at.toISOString().replace(/^..|[-:T]|\.\d+/g, '')));

/**
 * Creates a certificate (RFC 5280, 4.1) and its private key.
 * @param subject its common name; the host for a server
 * @param issuer the certificate that signs it; self-signed if omitted
 * @param days the start and the end of its validity, in days from now
 */
export function certificateFor(subject: string, issuer?: Certificate, days = [-1, 1]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 24 * 60 * 60 * 1000;
  const certified = sequence(
    der(0x02, randomBytes(8).fill(1, 0, 1)),
    ecdsaWithSha256,
    name(issuer?.subject ?? subject),
    sequence(...days.map((each) => time(new Date(Date.now() + each * day)))),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', certified, issuer?.key ?? privateKey));
  const base64 = sequence(certified, ecdsaWithSha256, signature).toString('base64');
  return {
    subject,
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
