import { readFileSync } from 'node:fs';
import { Session as Inspector, type Profiler } from 'node:inspector';
import { relative } from 'node:path';
import { allChecks } from '../src/drive/check/all-checks';
import { openMock } from './helpers/open-mock';
import { root } from './helpers/process';
import { reportIn } from './run';

/**
 * Measures the way of one check to its request, whose reference requests were sent before: the frames of src/ on the
 * stack when the request leaves, the functions of src/ that were called since the check began, and the types that one
 * of their files exports and another one names.
 */
const TITLE = 'GET /v1/credits rejects a wrong key';

async function main(): Promise<void> {
  const at = (path: string) => allChecks().filter(({ title }) => title === TITLE.replace('credits', path));
  await using session = await openMock({ seed: 1 });
  await reportIn(session, at('models'));
  const inspector = new Inspector();
  inspector.connect();
  inspector.post('Profiler.enable');
  inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  let isPrinted = false;
  const { send } = session.http;
  session.http.send = (wire) => {
    if (!isPrinted && wire.url.endsWith('/v1/credits')) {
      isPrinted = true;
      const frames = framesIn(new Error().stack ?? '');
      inspector.post('Profiler.takePreciseCoverage', (_, { result }) => {
        const functions = functionsIn(result);
        print('frames', frames);
        print('functions', functions);
        print('types', typesIn([...new Set(functions.map((each) => each.split(' ')[1] ?? ''))]));
      });
    }
    return send(wire);
  };
  await reportIn(session, at('credits'));
}

const framesIn = (stack: string) =>
  stack.split('\n').flatMap((line) => /\/(src\/[^:]+:\d+)/.exec(line)?.slice(1) ?? []);

const functionsIn = (result: Profiler.ScriptCoverage[]) => [
  ...new Set(
    result.flatMap(({ url, functions }) => {
      const file = relative(root, url.replace('file://', ''));
      const called = functions.filter(({ functionName, ranges: [range] }) => functionName && range?.count);
      return file.startsWith('src/')
        ? called.flatMap(({ functionName: name }) =>
            /^(get|__\w+)$/.test(name) ? [] : `${name.replace(/ /g, '.')} ${file}`,
          )
        : [];
    }),
  ),
];

/** The types that one of these files exports and another one names. */
function typesIn(files: readonly string[]): string[] {
  const sources = files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')] as const);
  return sources.flatMap(([file, source]) =>
    [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].flatMap(([, name = '']) => {
      const isNamed = sources.some(([other, text]) => other !== file && RegExp(`\\b${name}\\b`).test(text));
      return isNamed ? `${name} ${file}` : [];
    }),
  );
}

const print = (what: string, names: readonly string[]) =>
  console.log(`${names.length} ${what}${names.map((name) => `\n  ${name}`).join('')}`);

void main().then(() => process.exit());
