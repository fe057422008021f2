import { capital, counted } from '../judge/texts/wording';

/** A check as `--list` shows it. */
interface Listed {
  file: string;
  line: number;
  column: number;
  title: string;
  tags: string[];
}

/**
 * The table of contents: the checks of each chapter with their level, clause and cost.
 * @param chapters name -> title, in reading order
 */
export function contentsOf(
  checks: Listed[],
  chapters: Readonly<Record<string, { title: string }>>,
): string[] {
  const chapterOf = ({ file }: Listed) => file.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
  const names = new Set([...Object.keys(chapters), ...checks.map(chapterOf)]);
  const lines = [...names].flatMap((name) => {
    const own = checks.filter((each) => chapterOf(each) === name);
    if (own.length === 0) return [];
    const entries = own.map(
      ({ file, line, column, title, tags }) => `  ${file}:${line}:${column} › ${title}  ${tags.join(' ')}`,
    );
    return ['', chapters[name]?.title ?? capital(name.replaceAll('-', ' ')), ...entries];
  });
  const files = new Set(checks.map(({ file }) => file)).size;
  const total = `Total: ${counted(checks.length, 'test')} in ${counted(files, 'file')}`;
  return [...lines, '', total];
}
