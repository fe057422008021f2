import type { Draft, RequestShape, WorkflowDraft, WorkflowSpelling } from './draft';

/** The width of a line of this project's code. */
const WIDTH = 110;

/** A piece of code: text, or an object or list that is broken where it does not fit. */
type Code = string | { before: string; entries: string[][]; items: Code[]; after: string; broken: boolean };

const identifier = /^[A-Za-z_$][\w$]*$/;

function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  const single = (text.match(/'/g) ?? []).length;
  const double = (text.match(/"/g) ?? []).length;
  return single > double ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

const key = (name: string) => (identifier.test(name) ? name : quoted(name));

function object(fields: [string, Code][], before = '', after = '', broken = false): Code {
  return {
    before: `${before}{`,
    entries: fields.map(([name]) => (name === '' ? [] : [name])),
    items: fields.map(([, code]) => code),
    after: `}${after}`,
    broken,
  };
}

function data(value: unknown): Code {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) {
    const large = value.every(
      (each) => typeof each === 'object' && each !== null && Object.keys(each).length > 1,
    );
    const items = value.map(data);
    return {
      before: '[',
      entries: items.map(() => []),
      items,
      after: ']',
      broken: large && items.length > 1,
    };
  }
  if (typeof value === 'object' && value !== null)
    return object(Object.entries(value).map(([name, each]) => [key(name), data(each)]));
  return String(value);
}

/** On one line; null where a part of it is to be broken. */
function flat(code: Code): string | null {
  if (typeof code === 'string') return code;
  if (code.broken) return null;
  const items = code.items.map((item, index) => {
    const text = flat(item);
    const [name] = code.entries[index] ?? [];
    return text === null ? null : name === undefined || name === text ? text : `${name}: ${text}`;
  });
  if (items.includes(null)) return null;
  const space = code.before.endsWith('{') && items.length > 0 ? ' ' : '';
  return `${code.before}${space}${items.join(', ')}${space}${code.after}`;
}

/** As Biome writes it, `used` characters being taken on its first line and `left` after it on its last. */
function print(code: Code, indent: string, used: number, left: number): string {
  const line = flat(code);
  if (typeof code === 'string' || (line !== null && used + line.length + left <= WIDTH)) return line ?? '';
  const deeper = `${indent}  `;
  const lines = code.items.map((item, index) => {
    const [name] = code.entries[index] ?? [];
    const head = name === undefined || name === item ? deeper : `${deeper}${name}: `;
    return `${head}${print(item, deeper, head.length, 1)},`;
  });
  return `${code.before}\n${lines.join('\n')}\n${indent}${code.after}`;
}

/** Fields put into objects of these names, the outermost first. */
function nested(within: string[], inner: Code, besides: Record<string, unknown> = {}): Code {
  const [name, ...deeper] = within;
  const others = Object.entries(besides).map(([each, value]): [string, Code] => [key(each), data(value)]);
  if (name === undefined) return inner;
  return object([[key(name), nested(deeper, inner)], ...others]);
}

function request({ method, path, within, besides }: RequestShape): Code {
  const others = Object.entries(besides).map(([name, value]): [string, Code] => [key(name), data(value)]);
  const root = others.length > 0 ? object([['', '...fields'], ...others]) : 'fields';
  const body = within.length === 0 ? root : nested(within, 'fields', besides);
  return arrow('(fields)', [
    ['method', quoted(method)],
    ['path', quoted(path)],
    ['body', body],
  ]);
}

function arrow(parameters: string, fields: [string, Code][]): Code {
  return object(fields, `${parameters} => (`, ')');
}

function workflow({ method, path, spelling, blockTypes, samples, runId }: WorkflowDraft): Code {
  const { blocks, name, reference, besides } = spelling;
  const list = name === null ? 'Object.fromEntries(blocks.map(asBlock))' : 'blocks.map(asBlock)';
  const body = nested(blocks, list, besides);
  if (reference.kind === 'links' && typeof body !== 'string') {
    const [shared] = reference.links;
    const inner = nested(reference.links, 'blocks.flatMap(linksOf)');
    const holder = reference.links.length > 1 && shared === blocks[0] ? body.items[0] : body;
    const added = holder === body || typeof inner === 'string' ? inner : inner.items[0];
    if (holder !== undefined && typeof holder !== 'string' && added && typeof added !== 'string') {
      holder.entries.push(...added.entries);
      holder.items.push(...added.items);
    }
  }
  return object(
    [
      ['blockTypes', data(blockTypes)],
      ['samples', data(samples)],
      [
        'submit',
        arrow('(blocks)', [
          ['method', quoted(method)],
          ['path', quoted(path)],
          ['body', body],
        ]),
      ],
      ...(runId === undefined ? [] : [['runId', quoted(runId)] as [string, Code]]),
    ],
    '',
    '',
    true,
  );
}

function run({ method, path }: NonNullable<Draft['run']>): Code {
  const code = path.includes('{id}')
    ? `\`${path.replace('{id}', `\${encodeURIComponent(runId)}`)}\``
    : quoted(path);
  return arrow('(runId)', [
    ...(method === 'GET' ? [] : [['method', quoted(method)] as [string, Code]]),
    ['path', code],
  ]);
}

/** The functions that spell a block, and a link where references are links. */
function helpers({ name, type, inputs, reference }: WorkflowSpelling): string[] {
  const fields = (values: string): [string, Code][] => [
    ...(name === null ? [] : [[key(name), 'name'] as [string, Code]]),
    [key(type), 'type'],
    [key(inputs), values],
  ];
  const block = (values: string) => {
    const whole = object(fields(values));
    const entry = { before: '[', entries: [[], []], items: ['name', whole], after: ']', broken: false };
    return `  return ${print(name === null ? entry : whole, '  ', 9, 1)};`;
  };
  const spelt = 'Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, spell(from)]))';
  const open = 'function asBlock({ name, type, inputs }: Block) {';
  if (reference.kind === 'links') {
    const { ends } = reference;
    const link =
      ends.kind === 'joined'
        ? object([
            [key(ends.from), `\`\${from.block}${ends.between}\${from.field}\``],
            [key(ends.to), `\`\${name}${ends.between}\${to}\``],
          ])
        : object([
            [key(ends.block), 'from.block'],
            [key(ends.field), 'from.field'],
            [key(ends.reader), 'name'],
            [key(ends.input), 'to'],
          ]);
    return [
      '/** What a block is given as literals; what it reads stands in the links. */',
      open,
      '  const literals = Object.entries(inputs).flatMap(([to, from]) =>',
      "    'literal' in from ? [[to, from.literal]] : [],",
      '  );',
      block('Object.fromEntries(literals)'),
      '}',
      '',
      'function linksOf({ name, inputs }: Block) {',
      '  return Object.entries(inputs).flatMap(([to, from]) =>',
      `    'literal' in from ? [] : [${print(link, '    ', 31, 2)}],`,
      '  );',
      '}',
    ];
  }
  const escaped = (text: string) => text.replace(/[\\`]|\$\{/g, '\\$&');
  const read =
    reference.kind === 'object'
      ? `{ ${key(reference.block)}: input.block, ${key(reference.field)}: input.field }`
      : `\`${escaped(reference.before)}\${input.block}${escaped(reference.between)}\${input.field}${escaped(reference.after)}\``;
  return [
    open,
    '  const spell = (input: BlockInput) =>',
    `    'literal' in input ? input.literal : ${read};`,
    block(spelt),
    '}',
  ];
}

/**
 * The text of a target file, as a person writes one from tests/targets/example.ts and Biome formats it.
 * @param host whose spelling it is
 * @param types the module from which the types come
 */
export function sourceOf(draft: Draft, host: string, types: string): string {
  const { headers, text, messages, job, credits, models } = draft;
  const fields: [string, Code][] = [
    ...(headers ? [['headers', data(headers)] as [string, Code]] : []),
    ...(text ? [['text', request(text)] as [string, Code]] : []),
    ...(messages === undefined ? [] : [['messages', data(messages)] as [string, Code]]),
    ...(job
      ? [
          [
            'job',
            object(
              Object.entries(job).map(([name, value]) => [
                name,
                typeof value === 'string' ? quoted(value) : request(value),
              ]),
              '',
              '',
              Object.keys(job).length > 0,
            ),
          ] as [string, Code],
        ]
      : []),
    ...(draft.workflow ? [['workflow', workflow(draft.workflow)] as [string, Code]] : []),
    ...(draft.run ? [['run', run(draft.run)] as [string, Code]] : []),
    ...(credits === undefined ? [] : [['credits', quoted(credits)] as [string, Code]]),
    ...(models === undefined ? [] : [['models', quoted(models)] as [string, Code]]),
  ];
  const reference = draft.workflow?.spelling.reference;
  const imported = [
    ...(reference ? ['Block'] : []),
    ...(reference && reference.kind !== 'links' ? ['BlockInput'] : []),
    'Target',
  ];
  const body = fields.length === 0 ? '{}' : print(object(fields, '', '', true), '', 15, 18);
  return [
    `import type { ${imported.join(', ')} } from ${quoted(types)};`,
    '',
    `/** How ${host} spells what the contract leaves open. */`,
    `export default ${body} satisfies Target;`,
    ...(draft.workflow ? ['', ...helpers(draft.workflow.spelling)] : []),
    '',
  ].join('\n');
}

/** The text of a settings file. The key stands there and nowhere else. */
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
