import { type Command, forEachChild, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';

/** A command line, parsed as a POSIX shell parses it. */
export interface ShellCommand {
  words: string[];
  /** Its standard input, where known. */
  input?: string;
  /** The end of the command in the text, including its whole line and its here-documents. */
  end: number;
}

export type Variables = Readonly<Record<string, string | undefined>>;

const quoted = `'[^']*'|"(?:\\\\[\\s\\S]|[^"\\\\])*"|\\\\[\\s\\S]`;
const commandLine = new RegExp(`^(?:${quoted}|[^\\n])*`);
const placeholder = new RegExp(`${quoted}|(?<!<)<[A-Za-z][\\w-]*(?: [\\w-]+)*>`, 'g');

/**
 * Quotes the placeholders of the command at the start of a text. Documentation writes `<THREAD_ID>` for a
 * value, which a shell would take for redirections of that name.
 */
export function withPlaceholders(text: string): string {
  return text.replace(commandLine, (command) =>
    command.replace(placeholder, (found) => (found.startsWith('<') ? `"${found}"` : found)),
  );
}

/** The variables set by lines `NAME=value` and `export NAME=value` of a text. */
export function variablesSet(text: string): Variables {
  const set: Record<string, string> = {};
  for (const [line] of text.matchAll(/^[ \t]*(?:[$%] )?(?:export[ \t]+)?[A-Za-z_]\w*=.*$/gm)) {
    visit(parse(line.replace(/^\s*[$%] /, '')), (node) => {
      if (node.type === 'Assignment' && node.value.type === 'Word') set[node.name] = textOf(node.value, set);
    });
  }
  return set;
}

/**
 * The command at the start of a text.
 * @param variables values of variables in its words; `$NAME` stays where it is not among them
 */
export function commandIn(text: string, variables: Variables): ShellCommand {
  const [first, ...others] = parse(text).commands;
  if (first === undefined) return { words: [], end: text.length };
  const commands: Command[] = [];
  let end = first.end;
  const look = (node: SyntaxNode) => {
    if (node.type === 'Command') commands.push(node);
    if (node.type === 'HereDoc') end = Math.max(end, node.closing?.end ?? node.body.end);
  };
  visit(first, look);
  const newline = () => text.indexOf('\n', end) + 1 || text.length;
  for (const other of others) {
    if (other.pos >= newline()) break;
    end = Math.max(end, other.end);
    visit(other, look);
  }
  const [command] = commands;
  const given = command?.redirects.map((each) => {
    if (each.type === 'HereDoc') return bodyOf(each, variables);
    return each.type === 'HereString' && each.target ? textOf(each.target, variables) : undefined;
  });
  const input = given?.findLast((each) => each !== undefined);
  const words = [command?.name, ...(command?.args ?? [])].flatMap((each) =>
    each === undefined ? [] : each.type === 'Word' ? textOf(each, variables) : each.text,
  );
  return { words, ...(input !== undefined && { input }), end: newline() };
}

function bodyOf(
  { body }: { body: { text: string; parts: readonly WordPart[] | undefined } },
  variables: Variables,
) {
  return body.parts?.map((part) => partOf(part, variables)).join('') ?? body.text;
}

function visit(node: SyntaxNode, look: (node: SyntaxNode) => void): void {
  look(node);
  forEachChild(node, (child) => visit(child, look));
}

function textOf(word: Word, variables: Variables): string {
  return word.parts?.map((part) => partOf(part, variables)).join('') ?? word.value;
}

function partOf(part: WordPart, variables: Variables): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map((each) => partOf(each, variables)).join('');
    case 'SimpleExpansion':
      return variables[part.text.slice(1)] ?? part.text;
    case 'ParameterExpansion': {
      const usual =
        part.operation?.type === 'Default' ? textOf(part.operation.operand, variables) : undefined;
      return variables[part.parameter] ?? usual ?? part.text;
    }
    case 'CommandExpansion':
      return printedBy(part.script?.commands[0], variables) ?? part.text;
    default:
      return part.text;
  }
}

/** The output of `cat` with a here-document: `-d "$(cat <<EOF ...)"`. */
function printedBy(statement: SyntaxNode | undefined, variables: Variables): string | undefined {
  let printed: string | undefined;
  if (statement === undefined) return undefined;
  visit(statement, (node) => {
    if (node.type === 'HereDoc') printed ??= bodyOf(node, variables).replace(/\n$/, '');
  });
  return printed;
}
