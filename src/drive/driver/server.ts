import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mask } from '../http/secrets';
import type { Driver } from './driver';

type Verdicts = Pick<Driver, 'verdict'>;

export interface VerdictServer {
  /** Starts to answer for this driver. Returns the address for workers, with the password that only they know. */
  serve(driver: Verdicts): string;
  close(): void;
}

/** The greatest number of bytes in the id of a test. */
const LONGEST_ID = 1024;

/** Answers the workers of a run on this machine only: the id of a test gets the verdict on its check. */
export async function openVerdictServer(): Promise<VerdictServer> {
  const password = randomUUID();
  const expected = Buffer.from(`Basic ${Buffer.from(`worker:${password}`).toString('base64')}`);
  let driver: Verdicts | undefined;
  const server = createServer(async (request, response) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    const isWorker = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isWorker || driver === undefined) return response.writeHead(401).end();
    const id = await idIn(request);
    if (id === null) return response.writeHead(413, { connection: 'close' }).end();
    try {
      response.end(JSON.stringify(await driver.verdict(id)));
    } catch (error) {
      response.writeHead(500).end(mask(error instanceof Error ? error.message : String(error)));
    }
  });
  // A check may wait for its turn, or for a window of a minute.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    serve(ofRun) {
      driver = ofRun;
      return `http://worker:${password}@127.0.0.1:${port}/`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The body of a request; null if it is too long to be the id of a test, which is not read to its end. */
async function idIn(request: IncomingMessage): Promise<string | null> {
  let id = '';
  for await (const chunk of request) {
    id += chunk;
    if (id.length > LONGEST_ID) return null;
  }
  return id;
}
