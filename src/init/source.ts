import type { Draft, RequestShape, WorkflowDraft, WorkflowSpelling } from './draft';

/** The line width of this project's code. */
const WIDTH = 110;

/** A piece of code: text, or an object or list that may be broken into lines. */
type Code = string | Composed;

interface Composed {
  before: string;
  items: { name?: string; code: Code }[];
  after: string;
  broken: boolean;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

function stringCode(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  const single = (text.match(/'/g) ?? []).length;
  const double = (text.match(/"/g) ?? []).length;
  return single > double ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

const key = (name: string) => (identifier.test(name) ? name : stringCode(name));

/** An object with those of these fields that are defined. */
function object(fields: Record<string, Code | undefined>, broken = false): Composed {
  const items = Object.entries(fields).flatMap(([name, code]) =>
    code === undefined ? [] : { name: key(name), code },
  );
  return { before: '{', items, after: '}', broken };
}

function data(value: unknown): Code {
  if (typeof value === 'string') return stringCode(value);
  if (Array.isArray(value)) {
    const large = value.every(
      (each) => typeof each === 'object' && each !== null && Object.keys(each).length > 1,
    );
    const items = value.map((each) => ({ code: data(each) }));
    return { before: '[', items, after: ']', broken: large && items.length > 1 };
  }
  return typeof value === 'object' && value !== null ? object(dataIn(value)) : String(value);
}

const dataIn = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, data(value)]));

/** The code on one line; null where a part of it must be broken. */
function flat(code: Code): string | null {
  if (typeof code === 'string') return code;
  if (code.broken) return null;
  const items = code.items.map(({ name, code }) => {
    const text = flat(code);
    return text === null ? null : name === undefined || name === text ? text : `${name}: ${text}`;
  });
  if (items.includes(null)) return null;
  const space = code.before.endsWith('{') && items.length > 0 ? ' ' : '';
  return `${code.before}${space}${items.join(', ')}${space}${code.after}`;
}

/**
 * Formats as Biome does. `used` characters are taken on its first line, and `left` are needed after it on its
 * last.
 */
function print(code: Code, indent: string, used: number, left: number): string {
  const line = flat(code);
  if (typeof code === 'string' || (line !== null && used + line.length + left <= WIDTH)) return line ?? '';
  const deeper = `${indent}  `;
  const lines = code.items.map(({ name, code }) => {
    const head = name === undefined || name === code ? deeper : `${deeper}${name}: `;
    return `${head}${print(code, deeper, head.length, 1)},`;
  });
  return `${code.before}\n${lines.join('\n')}\n${indent}${code.after}`;
}

/** Wraps fields in objects with these names, the outermost first. */
function nested(within: string[], inner: Code, besides: Record<string, unknown> = {}): Code {
  const [name, ...deeper] = within;
  return name === undefined ? inner : object({ [name]: nested(deeper, inner), ...dataIn(besides) });
}

/** An object with each of these at its path of property names. */
function placed(entries: (readonly [place: string[], code: Code])[]): Code {
  const names = [...new Set(entries.map(([[name = '']]) => name))];
  const below = (name: string) => entries.filter(([[first]]) => first === name);
  const codeOf = (inner: (readonly [place: string[], code: Code])[]): Code => {
    const [[place, code] = [[], '']] = inner;
    return place.length === 1 ? code : placed(inner.map(([[, ...deeper], each]) => [deeper, each]));
  };
  return object(Object.fromEntries(names.map((name) => [name, codeOf(below(name))])));
}

function request({ method, path, headers, within, model, besides }: RequestShape): Code {
  const inBody = (code: Code) => (typeof code === 'string' ? [{ code: `...${code}` }] : code.items);
  const apart = model === undefined ? [] : inBody(nested(model, 'model'));
  const others = [...apart, ...object(dataIn(besides)).items];
  const fields = nested(within, 'fields');
  const body = others.length > 0 ? { ...object({}), items: [...inBody(fields), ...others] } : fields;
  const parameters = model === undefined ? '(fields)' : '({ model, ...fields })';
  return arrow(parameters, {
    method: stringCode(method),
    path: stringCode(path),
    headers: headers && data(headers),
    body,
  });
}

function arrow(parameters: string, fields: Record<string, Code | undefined>): Code {
  return { ...object(fields), before: `${parameters} => ({`, after: '})' };
}

function workflow({ method, path, headers, spelling, blockTypes, samples, runId }: WorkflowDraft): Code {
  const { blocks, name, reference, besides } = spelling;
  const list = name === null ? 'Object.fromEntries(blocks.map(asBlock))' : 'blocks.map(asBlock)';
  const body = nested(blocks, list, besides);
  if (reference.kind === 'links' && typeof body !== 'string') {
    const [shared] = reference.links;
    const inner = nested(reference.links, 'blocks.flatMap(linksOf)');
    const holder = reference.links.length > 1 && shared === blocks[0] ? body.items[0]?.code : body;
    const added = holder === body || typeof inner === 'string' ? inner : inner.items[0]?.code;
    if (holder !== undefined && typeof holder !== 'string' && added && typeof added !== 'string')
      holder.items.push(...added.items);
  }
  const submit = arrow('(blocks)', {
    method: stringCode(method),
    path: stringCode(path),
    headers: headers && data(headers),
    body,
  });
  return object(
    {
      blockTypes: data(blockTypes),
      samples: data(samples),
      submit,
      runId: runId === undefined ? undefined : stringCode(runId),
    },
    true,
  );
}

function run({ method, path, headers }: NonNullable<Draft['run']>): Code {
  const code = path.includes('{id}')
    ? `\`${path.replace('{id}', `\${encodeURIComponent(runId)}`)}\``
    : stringCode(path);
  return arrow('(runId)', {
    method: method === 'GET' ? undefined : stringCode(method),
    path: code,
    headers: headers && data(headers),
  });
}

/** The functions of a target file that write a block and, where references are links, a link. */
function helpers({ name, type, inputs, reference }: WorkflowSpelling): string[] {
  const block = (values: string) => {
    const head = { ...(name !== null && { [name]: 'name' }), [type]: 'type' };
    const whole = object(inputs === null ? head : { ...head, [inputs]: values });
    if (inputs === null) whole.items.push({ code: `...${values}` });
    const entry = { before: '[', items: [{ code: 'name' }, { code: whole }], after: ']', broken: false };
    return `  return ${print(name === null ? entry : whole, '  ', 9, 1)};`;
  };
  const inputsCode = 'Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, spell(from)]))';
  const open = 'function asBlock({ name, type, inputs }: Block) {';
  if (reference.kind === 'links') {
    const { ends } = reference;
    const link =
      ends.kind === 'joined'
        ? object({
            [ends.from]: `\`\${from.block}${ends.between}\${from.field}\``,
            [ends.to]: `\`\${name}${ends.between}\${to}\``,
          })
        : placed([
            [ends.block, 'from.block'],
            [ends.field, 'from.field'],
            [ends.reader, 'name'],
            [ends.input, 'to'],
          ]);
    return [
      '/** The literals of a block; what it reads is in the links. */',
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
    `    'literal' in input ? input.literal : ${reference.holder ? `{ ${key(reference.holder)}: ${read} }` : read};`,
    block(inputsCode),
    '}',
  ];
}

function jobOf(job: NonNullable<Draft['job']>): Code {
  const parts = Object.entries(job).map(([name, value]) => [
    name,
    typeof value === 'string' ? stringCode(value) : request(value),
  ]);
  return object(Object.fromEntries(parts), parts.length > 0);
}

/**
 * The text of a target file, as a person would write it from tests/targets/example.ts and Biome would format
 * it.
 * @param host the host that the file describes
 * @param types the module of the types
 */
export function sourceOf(draft: Draft, host: string, types: string): string {
  const { headers, text, messages, job, credits, models } = draft;
  const code = object(
    {
      headers: headers && data(headers),
      text: text && request(text),
      messages: messages === undefined ? undefined : data(messages),
      job: job && jobOf(job),
      workflow: draft.workflow && workflow(draft.workflow),
      run: draft.run && run(draft.run),
      credits: credits === undefined ? undefined : stringCode(credits),
      models: models === undefined ? undefined : stringCode(models),
    },
    true,
  );
  const reference = draft.workflow?.spelling.reference;
  const imported = [
    ...(reference ? ['Block'] : []),
    ...(reference && reference.kind !== 'links' ? ['BlockInput'] : []),
    'Target',
  ];
  const body = code.items.length === 0 ? '{}' : print(code, '', 15, 18);
  return [
    `import type { ${imported.join(', ')} } from ${stringCode(types)};`,
    '',
    `/** Describes what the contract leaves unspecified, for ${host}. */`,
    `export default ${body} satisfies Target;`,
    ...(draft.workflow ? ['', ...helpers(draft.workflow.spelling)] : []),
    '',
  ].join('\n');
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
