import type { Draft, Part } from './draft';

/** Parts by their names in the example, to any depth. */
interface Parts {
  [name: string]: Part | Parts | undefined;
}

const isPart = (found: Part | Parts): found is Part => typeof found.code === 'string';

const needed = (found: Part | Parts | undefined): string[] =>
  found === undefined
    ? []
    : isPart(found)
      ? found.missing
      : Object.values(found).flatMap((each) => needed(each));

/** What a draft needs and nobody showed, by the names of its parts. */
export function missingIn({ asStep: _, ...parts }: Draft): Record<string, string[]> {
  const lacking = Object.entries(parts as Parts).map(([name, found]): [string, string[]] => [
    name,
    needed(found),
  ]);
  return Object.fromEntries(lacking.filter(([, missing]) => missing.length > 0));
}

/**
 * The text of a target file: tests/targets/example.ts with the parts of a draft. All other parts of it are
 * comments.
 * @param example the text of tests/targets/example.ts
 * @param host the host that the file describes
 * @param types the module of the types
 */
export function sourceOf(draft: Draft, example: string, host: string, types: string): string {
  const { asStep, ...parts } = draft;
  const [, body = '', helper = ''] =
    /^export default \{\n([\s\S]*?)^\} satisfies Target;\n([\s\S]*)/m.exec(example) ?? [];
  const isUsed = asStep !== undefined && needed(parts.workflow as Parts | undefined).length === 0;
  const imported = (names: string) => `import type { ${names} } from '${types}';`;
  return [
    imported(isUsed ? 'Block, BlockInput, Target' : 'Target'),
    '',
    `// What the contract leaves unspecified, for ${host}. Parts that are comments were not found: fill them in, or`,
    '// delete them. Their clauses are reported as "not tested: needs ...", never as violated.',
    '',
    'export default {',
    ...written(body.trimEnd().split('\n'), parts as Parts, '  '),
    '} satisfies Target;',
    '',
    ...(isUsed
      ? [asStep]
      : [imported('Block, BlockInput'), ...(asStep ?? helper.trim()).split('\n')].map((line) =>
          commented(line, ''),
        )),
    '',
  ].join('\n');
}

/** The lines of an object of the example, each of its fields as found, or as a comment. */
function written(lines: readonly string[], found: Parts, indent: string): string[] {
  const result: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, name] = new RegExp(`^${indent}(\\w+): `).exec(lines[at] ?? '') ?? [];
    if (name === undefined) {
      result.push(lines[at] ?? '');
      continue;
    }
    const isOpen = /[[{]$/.test(lines[at] ?? '');
    const end = isOpen
      ? lines.findIndex((line, index) => index > at && new RegExp(`^${indent}\\S`).test(line))
      : at;
    result.push(...fieldWritten(name, lines.slice(at, end + 1), found[name], indent));
    at = end;
  }
  return result;
}

function fieldWritten(
  name: string,
  lines: readonly string[],
  found: Part | Parts | undefined,
  indent: string,
): string[] {
  const missing = needed(found);
  const asFound: readonly string[] =
    found === undefined
      ? lines
      : isPart(found)
        ? `${indent}${name}: ${found.code.replaceAll('\n', `\n${indent}`)},`.split('\n')
        : [`${indent}${name}: {`, ...written(lines.slice(1, -1), found, `${indent}  `), `${indent}},`];
  if (found !== undefined && missing.length === 0) return [...asFound];
  const remedy =
    missing.length > 0
      ? [`${indent}// Fill in ${missing.map((name) => name.replace(/\s+/g, ' ')).join(', ')}:`]
      : [];
  return [...remedy, ...asFound.map((line) => commented(line, indent))];
}

function commented(line: string, indent: string): string {
  return line === '' ? line : `${indent}// ${line.slice(indent.length).replace(/[\r\u2028\u2029]/g, ' ')}`;
}

/** The text of a settings file. It is the only place with the key. */
export function settingsFile(address: string, apiKey: string | null, target: string): string {
  const value = (text: string) => (/["\\]/.test(text) ? `'${text}'` : `"${text}"`);
  return [
    '# The environment wins over this file. Further accounts and settings: .env.example.',
    `BASE_URL=${address}`,
    apiKey === null ? '# API_KEY=""' : `API_KEY=${value(apiKey)}`,
    `TARGET=${target}`,
    '',
  ].join('\n');
}
