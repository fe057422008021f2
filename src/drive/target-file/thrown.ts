import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../judge/data/json';
import { inProject } from '../settings/folders';
import type { Target } from './target';

/** A function of the target file threw: which one, what, and where. */
class TargetThrew extends Error {
  constructor(
    part: string,
    readonly thrown: string,
  ) {
    super(`${part} in the target file threw ${thrown}`);
    // The suite's own calls are no use to the reader.
    this.stack = this.message;
  }
}

/** The error in one line, with its position: `TypeError: x is undefined (tests/targets/staging.ts:12:5)`. */
export function formatThrown(error: unknown): string {
  if (error instanceof TargetThrew) return error.thrown;
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = error.message.split('\n');
  const place = placeOf(error.stack ?? '');
  return `${error.name}: ${first}${place === undefined ? '' : ` (${place})`}`;
}

/** File, line and column of the first call outside Node and packages. */
function placeOf(stack: string): string | undefined {
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line));
  for (const call of calls) {
    const [, file = '', place = ''] =
      /(?:\(|at )((?:file:\/\/)?\/[^()]*|[A-Za-z]:\\[^()]*?)(:\d+:\d+)\)?$/.exec(call) ?? [];
    if (file === '' || file.includes('node_modules')) continue;
    return relative(inProject('.'), file.startsWith('file:') ? fileURLToPath(file) : file) + place;
  }
  return undefined;
}

/** A target file whose functions name themselves, the file and the line in the errors that they throw. */
export function withNamedErrors(target: Target): Target {
  return wrapped(target, '') as Target;
}

function wrapped(value: unknown, part: string): unknown {
  if (typeof value === 'function') return calling(value as (...given: unknown[]) => unknown, part);
  // Anything but an object of functions stays as it is: samples, messages.
  if (!isObject(value) || (part !== '' && !Object.values(value).some((each) => typeof each === 'function')))
    return value;
  const named = (name: string) => (part === '' ? name : `${part}.${name}`);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wrapped(each, named(name))]));
}

/** A proxy keeps the number of declared parameters, which says what the function needs. */
function calling(make: (...given: unknown[]) => unknown, part: string): unknown {
  return new Proxy(make, {
    apply(_, self, given) {
      try {
        return Reflect.apply(make, self, given);
      } catch (error) {
        throw new TargetThrew(part, formatThrown(error));
      }
    },
  });
}
