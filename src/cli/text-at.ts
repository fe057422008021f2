import { openHttp } from '../drive/http/http';
import { proxyFor } from '../drive/http/proxies';
import { decoded } from '../judge/data/decoded';
import { headerOf } from '../judge/response/answer';

/** The timeout of a request, in milliseconds. */
const LONGEST = 10_000;
const REDIRECTS = 5;

/**
 * The text at an address.
 * @throws one line, where it cannot be reached or does not exist
 */
export async function textAt(source: string): Promise<string> {
  let url = new URL(source);
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const http = openHttp(LONGEST, proxyFor(url, process.env));
    const answer = await http.send({ method: 'GET', url: url.href, headers: {}, body: null });
    await http.close();
    if ('kind' in answer) {
      const remedy = answer.remedy ?? 'is the address right?';
      throw new Error(`--openapi ${source}: ${answer.reason.replace(' (TIMEOUT_MS)', '')}: ${remedy}`);
    }
    const location = headerOf(answer.headers, 'location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      url = new URL(location, url);
      continue;
    }
    if (answer.status === 200) return decoded(answer.body);
    throw new Error(`--openapi ${source}: the server responded with ${answer.status}: is the address right?`);
  }
  throw new Error(`--openapi ${source}: more than ${REDIRECTS} redirects: is the address right?`);
}
