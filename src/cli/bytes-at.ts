import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openHttp } from '../drive/http/http';
import { proxyFor } from '../drive/http/proxies';
import { isWithin, OutsideError, reachOf, shownPlace } from '../init/places';
import type { Bytes } from '../init/read-document';
import { headerOf } from '../judge/response/answer';

/** The timeout of a request, in milliseconds. */
const LONGEST = 10_000;
const REDIRECTS = 5;

/**
 * The content at a place that a document at a root refers to, or that is the root.
 * @throws OutsideError where a link or a redirect leads to a place that the root may not refer to
 * @throws one line without the place, where it cannot be read
 */
export async function bytesAt(place: URL, root: URL): Promise<Bytes> {
  return place.protocol === 'file:' ? bytesOfFile(place, root) : bytesAtAddress(place, root);
}

function bytesOfFile(place: URL, root: URL): Bytes {
  const [path, from] = [fileURLToPath(place), fileURLToPath(root)];
  try {
    const real = realpathSync(path);
    // The user named the root: it may be a link to anywhere.
    const realRoot = pathToFileURL(join(realpathSync(dirname(from)), basename(from)));
    if (path !== from && !isWithin(pathToFileURL(real), realRoot))
      throw new OutsideError(`${path} is a link to ${real}: ${reachOf(root)}.`);
    return { bytes: readFileSync(real), place };
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(code === 'ENOENT' ? 'there is no such file' : `cannot be read: ${code}`);
  }
}

async function bytesAtAddress(place: URL, root: URL): Promise<Bytes> {
  let url = place;
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const http = openHttp(LONGEST, proxyFor(url, process.env));
    const answer = await http.send({ method: 'GET', url: url.href, headers: {}, body: null });
    await http.close();
    if ('kind' in answer) {
      const remedy = answer.remedy ?? 'is the address right?';
      throw new Error(`${answer.reason.replace(' (TIMEOUT_MS)', '')}: ${remedy}`);
    }
    const location = headerOf(answer.headers, 'location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      url = redirected(location, url, root);
      continue;
    }
    if (answer.status === 200) return { bytes: answer.body, place: url };
    throw new Error(`the server responded with ${answer.status}: is the address right?`);
  }
  throw new Error(`more than ${REDIRECTS} redirects: is the address right?`);
}

/** The address of a redirect. A server may only redirect to itself, or from http to https. */
function redirected(location: string, from: URL, root: URL): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isUpgrade = to?.protocol === 'https:' && root.protocol === 'http:' && to.hostname === root.hostname;
  if (to === undefined || !(isWithin(to, root) || isUpgrade))
    throw new OutsideError(
      `${shownPlace(from.href)} redirects to ${shownPlace(to?.href ?? location)}, another origin: if you trust it, give that address.`,
    );
  return to;
}
