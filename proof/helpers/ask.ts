import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { mockKeys } from '../../mock/accounts';

/** A request to a mock. By default it carries API_KEY. */
interface Sent {
  path: string;
  authorization?: string;
  /** Sent as JSON, with POST. */
  body?: object;
}

/** Sends a request with exactly these headers, on a connection of its own. @returns the parsed body */
export async function ask(
  url: string,
  { path, authorization = `Bearer ${mockKeys.API_KEY}`, body }: Sent,
): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    request(url + path, { agent: false, method, headers: { authorization } }, async (response) =>
      resolve({ status: response.statusCode, body: await json(response) }),
    )
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}

const blocks = [{ name: 'one', type: 'write', inputs: { prompt: 'Hello' } }];

/** Submits a job or a workflow to a mock. @returns its ID */
export async function submitted(url: string, kind: 'jobs' | 'runs', authorization?: string): Promise<string> {
  const body = kind === 'jobs' ? { model: 'acme-text-nano', prompt: 'Hello' } : { blocks };
  const path = kind === 'jobs' ? '/v1/jobs' : '/v1/workflows';
  const answer = await ask(url, { path, body, ...(authorization && { authorization }) });
  return String(Object.values(answer.body as object)[0]);
}
