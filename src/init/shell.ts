import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';

/** A command line, parsed as a POSIX shell parses it. */
export interface ShellCommand {
  /** Without quotes; `$NAME` stays. */
  words: string[];
  /** Its standard input, where the text shows it. */
  input: string;
  /** Whether it reads a file. Documentation writes `<ID>` for a value, which is a redirection, too. */
  readsFile: boolean;
  /** The end of the command in the text, including its whole line and its here-documents. */
  end: number;
}

/** The command at the start of a text. */
export function commandIn(text: string): ShellCommand {
  const commands: Command[] = [];
  let end = 0;
  const lineEnd = () => text.indexOf('\n', end) + 1 || text.length;
  const look = (node: SyntaxNode) => {
    if (node.type === 'Command') commands.push(node);
    if (node.type === 'HereDoc') end = Math.max(end, node.closing?.end ?? node.body.end);
    forEachChild(node, look);
  };
  for (const statement of parse(text).commands) {
    if (end > 0 && statement.pos >= lineEnd()) break;
    end = Math.max(end, statement.end);
    look(statement);
  }
  const [command] = commands;
  const words = [command?.name, ...(command?.args ?? [])].flatMap((each) =>
    each === undefined ? [] : each.type === 'Word' ? each.value : each.text,
  );
  const redirects = command?.redirects ?? [];
  const inputs = redirects.map((each) =>
    each.type === 'HereDoc' ? each.body.text : each.type === 'HereString' ? each.target?.value : undefined,
  );
  return {
    words: words.map((each) => each.replace(/^\$\(cat <<['"]?(\w+)['"]?\n([\s\S]*)\n\1\s*\)$/, '$2')),
    input: inputs.findLast((each) => each !== undefined) ?? '',
    readsFile: redirects.some((each) => each.operator === '<'),
    end: lineEnd(),
  };
}
