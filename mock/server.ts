import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { openAccounts } from './accounts';
import { type Behaviour, type Change, change, reference, replacedBy } from './behaviour';
import type { Answer, Call, Mock, Operation, World } from './call';
import { defects } from './defects';
import { reject } from './errors';
import { listenToHeaders, type RawHeaders } from './wire';

export interface MockOptions {
  /** Any free port if omitted. */
  port?: number;
  /** The phrases of the defects to apply. */
  defects?: readonly string[];
  /** A change that the contract allows. */
  variant?: Change;
  /** How long jobs and runs take. */
  workMilliseconds?: number;
  /** Called for every request before the response; header values are the bytes sent, as latin1. */
  onRequest?: (seen: { method: string; path: string; rawHeaders: RawHeaders }) => void;
}

export interface RunningMock extends AsyncDisposable {
  /** The base address, without a slash at its end. */
  url: string;
  /** Stops the server at once and closes open connections. */
  close(): Promise<void>;
}

type Bindings = { incoming: IncomingMessage };

/**
 * The changes of the defects with these phrases. Those that replace a decision come first, since others build on it.
 * @throws if there is no such defect, or if two of them replace the same decision
 */
function changesOf(phrases: readonly string[]): Change[] {
  const replaced = new Map<string, { phrase: string; decision: unknown }>();
  const chosen = phrases.map((phrase) => {
    const defect = defects.find((candidate) => candidate.phrase === phrase);
    if (!defect) throw new Error(`The mock has no defect "${phrase}".`);
    const replaces = replacedBy(defect.change);
    for (const [name, decision] of replaces) {
      const other = replaced.get(name);
      if (other !== undefined && other.decision !== decision)
        throw new Error(
          `The defects "${other.phrase}" and "${phrase}" exclude each other: choose one of them.`,
        );
      replaced.set(name, { phrase, decision });
    }
    return { change: defect.change, builds: replaces.length === 0 };
  });
  return chosen.toSorted((a, b) => Number(a.builds) - Number(b.builds)).map((each) => each.change);
}

function behaviourFor({ defects: phrases = [], variant, workMilliseconds }: MockOptions): Behaviour {
  const chosen = changesOf(phrases);
  if (variant !== undefined) chosen.unshift(variant);
  if (workMilliseconds !== undefined) {
    chosen.push({ jobs: { milliseconds: workMilliseconds }, runs: { milliseconds: workMilliseconds } });
  }
  return chosen.reduce(change, reference);
}

/** Returns the response to a call: the rejection by the first check that fails, or success. */
function answer(call: Call, mock: Mock): Answer {
  const { service, credits } = mock.behaviour;
  for (const check of service.checks[call.operation]) {
    call.rejection = check(call, mock);
    if (call.rejection) {
      credits.whenRejected(call.account, call);
      return service.finish(reject(call.rejection, call, mock), call);
    }
  }
  const body = service.serve[call.operation](call, mock);
  return service.finish({ status: service.success[call.operation] ?? 200, headers: {}, body }, call);
}

async function readCall(
  context: Context<{ Bindings: Bindings }>,
  operation: Operation,
  { world, behaviour }: Mock,
  onTheWire: RawHeaders,
): Promise<Call> {
  const [first] = world.keys;
  if (!first) throw new Error('The mock has no accounts.');
  const body = await context.req.text();
  world.calls += 1;
  const headers = context.req.header();
  return {
    operation,
    method: context.req.method,
    path: context.env.incoming.url ?? '',
    headers,
    authorization: behaviour.service.authorization(
      headers.authorization,
      onTheWire.find(([name]) => name.toLowerCase() === 'authorization')?.[1],
    ),
    id: context.req.param('id') ?? context.req.query('run_id') ?? '',
    body,
    number: world.calls,
    socket: context.env.incoming.socket,
    now: performance.now(),
    account: first.account,
    fields: {},
    model: '',
    blocks: [],
    price: 0,
    work: undefined,
    connection: undefined,
    rejection: undefined,
  };
}

/**
 * Starts a server of the whole contract on the loopback interface, with new accounts (`mockKeys`).
 * @throws if the port is in use, if no defect has one of the phrases, or if two defects exclude each other
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const behaviour = behaviourFor(options);
  const { service } = behaviour;
  const world: World = { keys: openAccounts(), jobs: new Map(), runs: new Map(), calls: 0 };
  const mock: Mock = { behaviour, world };
  const headersOf = new WeakMap<Socket, () => RawHeaders>();

  const handle = (operation: Operation) => async (context: Context<{ Bindings: Bindings }>) => {
    const { incoming } = context.env;
    const rawHeaders = headersOf.get(incoming.socket)?.() ?? [];
    options.onRequest?.({ method: context.req.method, path: incoming.url ?? '', rawHeaders });
    const call = await readCall(context, operation, mock, rawHeaders);
    const finished = answer(call, mock);
    const milliseconds = service.delay(call);
    if (milliseconds > 0) await setTimeout(milliseconds);
    return service.write(finished, call);
  };

  const app = new Hono<{ Bindings: Bindings }>();
  for (const [operation, { method, path }] of Object.entries(service.routes)) {
    app.on(method, service.prefix + path, handle(operation as Operation));
  }
  app.notFound(handle('unknown'));

  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.on('connection', (socket) => headersOf.set(socket, listenToHeaders(socket)));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}${service.prefix}`, close, [Symbol.asyncDispose]: close };
}
