import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Driver } from './driver';

export interface VerdictServer {
  /** Starts the server for this driver. Returns its address for workers: nobody else knows its path. */
  serve(driver: Driver): string;
  close(): void;
}

/** Answers the workers of a run on this machine only: the id of a test gets the verdict on its check. */
export async function openVerdictServer(): Promise<VerdictServer> {
  const drivers = new Map<string, Driver>();
  const server = createServer(async (request, response) => {
    const driver = drivers.get(request.url ?? '');
    if (driver === undefined) {
      response.writeHead(404).end();
      return;
    }
    try {
      response.end(JSON.stringify(await driver.verdict(await text(request))));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  });
  // A check may wait for its turn, or for a window of a minute.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    serve(driver) {
      const path = `/${randomUUID()}`;
      drivers.set(path, driver);
      return `http://127.0.0.1:${port}${path}`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
