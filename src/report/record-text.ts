import type { ConformanceRecord } from './record-schema';

type Replace = (name: string, value: unknown) => unknown;

/** The members of a run that have an entry for each exchange or check. */
const listed: ReadonlySet<string> = new Set(['exchanges', 'checks']);

/**
 * A record as JSON text. The results are indented for readers; the data of the run has one line for each
 * exchange and check, since indentation would double its size.
 * @param replace as in `JSON.stringify`
 */
export function recordText({ run, ...record }: ConformanceRecord, replace?: Replace): string {
  const text = (value: unknown) => JSON.stringify(value, replace);
  const lines = (members: object, say: (value: unknown, name: string) => string, indent: string) => {
    const entries = Object.entries(members).filter(([, value]) => value !== undefined);
    const texts = entries.map(([name, value]) => `\n${indent}  ${JSON.stringify(name)}: ${say(value, name)}`);
    return texts.length === 0 ? '{}' : `{${texts.join(',')}\n${indent}}`;
  };
  const member = (value: unknown, name: string) =>
    listed.has(name) ? lines(value as object, text, '    ') : text(value);
  const head = JSON.stringify(record, replace, 2).replace(/\n}$/, '');
  return `${head},\n  "run": ${lines(run, member, '  ')}\n}\n`;
}
