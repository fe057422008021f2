/** A field of an interface, as declared in its source. */
export interface Field {
  /** `job.submit` */
  name: string;
  optional: boolean;
  type: string;
  words: string;
}

/**
 * The fields of an interface with their comments. Nested fields are named with the path to them.
 * @param source formatted by Biome
 * @throws where the source has no such interface
 */
export function fieldsOf(source: string, name: string): Field[] {
  const start = source.indexOf(`export interface ${name} {\n`);
  if (start < 0) throw new Error(`there is no interface ${name}`);
  const lines = source.slice(start).split('\n').slice(1);
  const fields: Field[] = [];
  const holders: string[] = [];
  let words: string[] = [];
  for (const line of lines) {
    if (line === '}') break;
    const text = line.trim();
    const comment = /^(?:\/\*\*|\*(?!\/))\s?(.*?)\s*(?:\*\/)?$/.exec(text);
    const [, field, mark, type = ''] = /^(\w+)(\??): (.*?);?$/.exec(text) ?? [];
    if (comment) words.push(comment[1] ?? '');
    else if (/^\};?/.test(text)) holders.pop();
    else if (field !== undefined) {
      const whole = [...holders, field].join('.');
      const opens = type === '{';
      const comment = words.join(' ').trim();
      fields.push({ name: whole, optional: mark === '?', type: opens ? 'an object' : type, words: comment });
      if (opens) holders.push(field);
      words = [];
    }
  }
  return fields;
}

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  else?: Schema;
  allOf?: Schema[];
}

/**
 * The fields of a schema, each with the comment above it. Nested fields are named with the path to them.
 * @param source the code of the schema: the comment of a field stands before its name
 */
export function fieldsIn(schema: object, source: string): Field[] {
  const comments = [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)[:,]/g)];
  const rowsOf = ({ properties = {}, required = [] }: Schema, holder = ''): Field[] =>
    Object.entries(properties).flatMap(([name, each]) => {
      const [, comment = ''] = comments[0]?.[2] === name ? (comments.shift() ?? []) : [];
      const row = {
        name: holder + name,
        optional: !required.includes(name),
        type: each.description ?? each.else?.description ?? 'anything',
        words: comment.replaceAll(/\s+\*?\s*/g, ' ').trim(),
      };
      return [row, ...rowsOf(each.allOf?.[0]?.else ?? each, `${holder}${name}.`)];
    });
  return rowsOf(schema as Schema);
}

/** A setting, as described in the example of a settings file. */
export interface SettingRow {
  name: string;
  example: string;
  words: string;
}

/** The settings of an example file: a comment, then `# NAME=value`. Several settings below one comment share it. */
export function settingsIn(text: string): SettingRow[] {
  const rows: SettingRow[] = [];
  let words: string[] = [];
  let wasSetting = false;
  for (const line of text.split('\n')) {
    const [, name, example = ''] = /^#? ?([A-Z][A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      rows.push({ name, example: example.replace(/^""$/, ''), words: words.join(' ').replace(/:$/, '.') });
      wasSetting = true;
    } else if (line.startsWith('#')) {
      if (wasSetting) words = [];
      wasSetting = false;
      words.push(line.slice(1).trim());
    } else {
      words = [];
      wasSetting = false;
    }
  }
  return rows;
}

/** The rows of the Markdown table whose head has these words, as cells. Code keeps its backquotes. */
export function tableIn(markdown: string, head: string): string[][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|') && line.includes(head));
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
