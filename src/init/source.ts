import type { Draft, Part } from './endpoint';

const isPart = (draft: Draft | Part): draft is Part => typeof draft.code === 'string';

/** What a part needs and nobody showed. */
export function missingIn(draft: Draft | Part | undefined): string[] {
  if (draft === undefined) return [];
  return isPart(draft) ? draft.missing : Object.values(draft).flatMap(missingIn);
}

/**
 * The text of a target file: tests/targets/example.ts with the parts of a draft. All other parts of it are
 * comments.
 * @param asStep the function that a workflow needs
 * @param example the text of tests/targets/example.ts
 * @param host the host that the file describes
 * @param types the module of the types
 */
export function sourceOf(
  draft: Draft,
  asStep: string | undefined,
  example: string,
  host: string,
  types: string,
): string {
  const [, body = '', helper = ''] =
    /^export default \{\n([\s\S]*?)^\} satisfies Target;\n([\s\S]*)/m.exec(example) ?? [];
  const isUsed = asStep !== undefined && missingIn(draft.workflow).length === 0;
  const imported = (names: string) => `import type { ${names} } from '${types}';`;
  return [
    imported(isUsed ? 'Block, BlockInput, Target' : 'Target'),
    '',
    `// What the contract leaves unspecified, for ${host}. Parts that are comments were not found: fill them in, or`,
    '// delete them. Their clauses are reported as "not tested: needs ...", never as violated.',
    '',
    'export default {',
    `${filled(body, draft)}} satisfies Target;`,
    '',
    isUsed ? asStep : commented(`${imported('Block, BlockInput')}\n${asStep ?? helper.trim()}`),
    '',
  ].join('\n');
}

/** The fields of an object in the example, each as found, or as a comment. */
function filled(fields: string, draft: Draft, indent = '  '): string {
  const field = new RegExp(`^${indent}(\\w+): (.*[[{]\\n(?:${indent} .*\\n)*${indent}[\\]}],|.*)$`, 'gm');
  return fields.replace(field, (whole, name: string, value: string) => {
    const part = draft[name];
    if (part === undefined) return commented(whole, indent);
    const inner = isPart(part)
      ? `${part.code.replaceAll('\n', `\n${indent}`)},`
      : filled(value, part, `${indent}  `);
    const missing = missingIn(part).map((each) => each.replace(/\s+/g, ' '));
    const written = `${indent}${name}: ${inner}`;
    return missing.length === 0
      ? written
      : `${indent}// Fill in ${missing.join(', ')}:\n${commented(written, indent)}`;
  });
}

function commented(text: string, indent = ''): string {
  const lines = text.replace(/[\r\u2028\u2029]/g, ' ').split('\n');
  return lines.map((line) => (line === '' ? line : `${indent}// ${line.slice(indent.length)}`)).join('\n');
}

/**
 * A value as dotenv and a shell read it alike; undefined where they do not. In double quotes, a shell expands $,
 * backquotes and backslashes.
 */
export function quoted(value: string): string | undefined {
  if (/^[\w./:@%+,-]+$/.test(value)) return value;
  // To dotenv, a quote after a backslash ends nothing.
  if (!/['\r\n]|\\$/.test(value)) return `'${value}'`;
  return /["$`\\\r\n]/.test(value) ? undefined : `"${value}"`;
}

/**
 * The text of a settings file. It is the only place with the key.
 * @param tell receives a line for each value that cannot be written
 */
export function settingsFile(
  values: { BASE_URL: string; API_KEY: string | null; TARGET: string },
  tell: (line: string) => void,
): string {
  const lines = Object.entries(values).map(([name, value]) => {
    const written = value === null ? undefined : quoted(value);
    if (value !== null && written === undefined)
      tell(
        `${name}: not written to this file, since dotenv and a shell read no quotes around it alike: export it`,
      );
    return written === undefined ? `# ${name}=''` : `${name}=${written}`;
  });
  const head = '# The environment wins over this file. Further accounts and settings: .env.example.';
  return [head, ...lines, ''].join('\n');
}
