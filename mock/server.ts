import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { openAccounts } from './accounts';
import { type Change, change, reference } from './behaviour';
import type { Answer, Call, Mock, Operation, World } from './call';
import { defects } from './defects';
import { reject } from './errors';
import { listenToAuthorization } from './wire';

export interface MockOptions {
  /** Any free port if omitted. */
  port?: number;
  /** The phrases of the defects to apply, in this order: a later one may replace an earlier one. */
  defects?: readonly string[];
  /** A change that the contract allows. */
  variant?: Change;
}

export interface RunningMock extends AsyncDisposable {
  /** The base address, without a slash at its end. */
  url: string;
  /** Stops the server at once and closes open connections. */
  close(): Promise<void>;
}

type Bindings = { incoming: IncomingMessage };

/** @throws if there is no such defect */
function changeOf(phrase: string): Change {
  const defect = defects.find((candidate) => candidate.phrase === phrase);
  if (!defect) throw new Error(`The mock has no defect "${phrase}".`);
  return defect.change;
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
  onTheWire: string | undefined,
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
    authorization: behaviour.service.authorization(headers.authorization, onTheWire),
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
 * @throws if the port is in use, or if no defect has one of the phrases
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { defects: phrases = [], variant = [] } = options;
  const behaviour = change(reference, [variant, ...phrases.map(changeOf)]);
  const { service } = behaviour;
  const world: World = { keys: openAccounts(), jobs: new Map(), runs: new Map(), calls: 0 };
  const mock: Mock = { behaviour, world };
  const authorizationOf = new WeakMap<Socket, () => string | undefined>();

  const handle = (operation: Operation) => async (context: Context<{ Bindings: Bindings }>) => {
    const onTheWire = authorizationOf.get(context.env.incoming.socket)?.();
    const call = await readCall(context, operation, mock, onTheWire);
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
  server.on('connection', (socket) => authorizationOf.set(socket, listenToAuthorization(socket)));
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
