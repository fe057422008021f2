import type { Item } from './references';
import { listIn, objectIn } from './schema';

/** The server of an operation. */
interface Server {
  /** Null where it is not shown. */
  origin: string | null;
  path: string;
  /** Why it is not shown, one line each. */
  unclear: string[];
}

/** Used where the origin is unknown. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * The server that a Server Object names.
 * @param place the place of the document, which relative servers refer to
 */
export function serverFrom({ url, variables }: Item, place: URL): Server {
  const unclear: string[] = [];
  const address = String(url ?? '').replace(/\{([^{}]+)\}/g, (all, name) => {
    const { default: usual, enum: values } = objectIn(objectIn(variables)[name]);
    const value = usual || (listIn(values).length === 1 && listIn(values)[0]);
    if (!value) unclear.push(`servers: the variable "${name}" has no default, so the address is not known`);
    return String(value || all);
  });
  const base = place.protocol === 'file:' ? NOWHERE : place.href;
  const why = unclear.length === 0 ? fault(address, base) : undefined;
  if (why !== undefined) unclear.push(`servers: ${address} ${why}, so the address is not known`);
  const [whole, from] = unclear.length > 0 ? [afterHost(address) || '/', NOWHERE] : [address, base];
  // Without servers, OpenAPI uses the address of the document. It may be anywhere, so no key is sent there.
  if (address === '' || !URL.canParse(whole, from)) return { origin: null, path: '', unclear };
  const { origin, pathname } = new URL(whole, from);
  const path = /%7B/.test(pathname) ? '' : pathname.replace(/\/+$/, '');
  return { origin: origin === NOWHERE ? null : origin, path, unclear };
}

/** A host at the start of an address without a scheme. A relative address begins with a slash, a dot or a word. */
const bare = /^(?:(?:localhost|\d+(?:\.\d+){3}|(?:[\w-]+\.)+[a-z]{2,})(?::\d+)?|[\w.-]+:\d+)(?=[/?#]|$)/i;
const host = /^(?:[a-z][a-z\d+.-]*:)?[\\/]{2}[^\\/?#]*/i;

const afterHost = (address: string) => address.replace(bare, '').replace(host, '');

/** Why a server is no HTTP address; undefined where it is one. */
function fault(address: string, base: string): string | undefined {
  const isOpen = base === NOWHERE && /^[\\/]{2}/.test(address);
  if (isOpen || bare.test(address)) return 'has no scheme';
  const isOther = URL.canParse(address, base) && !/^https?:$/.test(new URL(address, base).protocol);
  return isOther ? 'is no http address' : undefined;
}
