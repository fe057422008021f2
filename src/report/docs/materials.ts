import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parse } from 'yaml';
import { defects as listed } from '../../../mock/defects';
import { exactly } from '../../../spec/shapes';
import { targetFields } from '../../../spec/target-file';
import { groupedBy } from '../../judge/data/grouped';
import type { Report } from '../../judge/verdict/report';
import { fieldsIn, fieldsOf, settingsIn, tableIn } from './fields';
import type { CodeRow, Materials } from './reference';

const root = join(__dirname, '../../..');
const textOf = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

/** Reads the content of the reference from the files that define it. */
export function materialsOf(report: Report): Materials {
  const defects = new Map(
    groupedBy(listed, ({ clause }) => clause).map((own) => [own[0].clause, own.map(({ phrase }) => phrase)]),
  );
  const types = textOf('spec', __filename.endsWith('.js') ? 'request.d.ts' : 'request.ts');
  const [, target = ''] = textOf('spec', `target-file${extname(__filename)}`).split('targetFields = {');
  const readme = textOf('README.md');
  const names = ['RequestSpec', 'Block', 'BlockType', 'Received'];
  return {
    report,
    codes: codesIn(textOf('spec', 'openapi.yaml')),
    defects,
    fields: [
      {
        name: 'Target',
        words: "A target file's default export.",
        fields: fieldsIn(exactly({}, targetFields), target),
      },
      ...names.map((name) => ({ name, words: wordsAbove(types, name), fields: fieldsOf(types, name) })),
    ],
    example: textOf('tests', 'targets', 'example.ts'),
    settings: settingsIn(textOf('.env.example')),
    verdicts: tableIn(readme, 'verdict of a clause'),
    exits: tableIn(readme, 'exit code'),
  };
}

interface Responses {
  components: {
    responses: Record<
      string,
      {
        content: Record<
          string,
          { examples: Record<string, { summary: string; description: string; value: unknown }> }
        >;
      }
    >;
  };
}

function codesIn(document: string): CodeRow[] {
  const { components }: Responses = parse(document);
  return Object.entries(components.responses).flatMap(([status, { content }]) =>
    Object.values(content).flatMap(({ examples }) =>
      Object.entries(examples).map(([code, { summary, description, value }]) => {
        return { code, status, meaning: summary, remedy: description, example: value };
      }),
    ),
  );
}

function wordsAbove(source: string, name: string): string {
  const [above = ''] = source.split(`export interface ${name} {`);
  const [, words = ''] = /\/\*\* ([^*]*) \*\/\n$/.exec(above) ?? [];
  return words;
}
