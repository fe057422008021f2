import { constants, gunzipSync, inflateRawSync } from 'node:zlib';

const localHeader = Buffer.from('PK\x03\x04', 'latin1');
/** More than any report contains, so that a zip bomb stops here. */
const maxOutputLength = 512 * 1024 * 1024;

/**
 * The unpacked contents of all deflated members of zip files anywhere in the bytes, and of gzip files.
 * Members are found by their local headers, so that a truncated zip file is read as far as it goes. Stored
 * members need no unpacking, since the bytes contain them as they are.
 */
export function unpacked(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  if (bytes.readUInt16BE(0) === 0x1f8b) {
    const content = attempt(() =>
      gunzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }),
    );
    if (content) found.push(content);
  }
  for (let at = bytes.indexOf(localHeader); at >= 0; at = bytes.indexOf(localHeader, at + 4)) {
    if (at + 30 > bytes.length || bytes.readUInt16LE(at + 8) !== 8) continue;
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const content = attempt(() =>
      inflateRawSync(bytes.subarray(start), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }),
    );
    if (content) found.push(content);
  }
  return found;
}

/** Null for bytes that only look like a member. */
function attempt(unpack: () => Buffer): Buffer | null {
  try {
    return unpack();
  } catch {
    return null;
  }
}
