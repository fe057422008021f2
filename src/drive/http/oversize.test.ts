import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { http, MIB, pour } from '../../../proof/catalogue/hostile/listening';
import { openHttp } from './http';

const json = { 'content-type': 'application/json' };
const gzip = { ...json, 'content-encoding': 'gzip' };
const small = gzipSync('{}');

/** 2 GiB of spaces in 2 MiB. */
const bomb = () => {
  const member = gzipSync(Buffer.alloc(64 * MIB, ' '));
  return Buffer.concat(Array.from({ length: 32 }, () => member));
};

const larges: Record<string, (response: ServerResponse) => void> = {
  'without an end': (response) => pour(response.writeHead(200, json)),
  'that decompresses to gibibytes': (response) => response.writeHead(200, gzip).end(bomb()),
};

/** Responses that end only after the large one is cut off, by their state at that time. */
const others: Record<string, (response: ServerResponse, isCutOff: Promise<unknown>) => Promise<void>> = {
  'has not begun': async (response, isCutOff) => {
    await isCutOff;
    response.writeHead(200, json).end('{}');
  },
  'has begun': async (response, isCutOff) => {
    response.writeHead(200, json).write('{');
    await isCutOff;
    response.end('}');
  },
  'has begun, packed': async (response, isCutOff) => {
    response.writeHead(200, gzip).write(small.subarray(0, 12));
    await isCutOff;
    response.end(small.subarray(12));
  },
};

function awaited(): [promise: Promise<void>, resolve: () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
}

for (const [large, send] of Object.entries(larges))
  test(`a response ${large} is cut off, and no other response in flight`, async () => {
    const names = Object.keys(others);
    let arrived = 0;
    const [isCutOff, cutOff] = awaited();
    const [allArrived, allHaveArrived] = awaited();
    const handle = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      arrived += 1;
      if (arrived > names.length) allHaveArrived();
      const other = others[names[Number(url.slice(1))] ?? ''];
      if (other !== undefined) return other(response, isCutOff);
      await allArrived;
      send(response);
      await once(response, 'close');
      cutOff();
    };
    await using server = await http((request, response) => void handle(request, response))();
    const client = openHttp(60_000);
    const asked = async (path: string) => {
      const received = await client.send({ method: 'POST', url: server.url + path, headers: {}, body: null });
      return 'kind' in received ? received.kind : `${received.status} ${received.body}`;
    };
    const answers = await Promise.all([asked('/large'), ...names.map((_, index) => asked(`/${index}`))]);
    await client.close();
    expect(answers).toEqual(['oversize', ...names.map(() => '200 {}')]);
  });
