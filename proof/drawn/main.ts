import { existsSync, readFileSync, rmSync } from 'node:fs';
import { runCommand } from '../../src/cli/command';
import { runPlaywright } from '../helpers/process';
import { markdown, writePart } from '../helpers/proof-page';
import { drawn } from './drawn';
import type { DrawnDefect } from './family';
import { type Met, resultsAt } from './results';
import { curve, leftAlone, type Round, seenAt, survivors } from './table';

const options = {
  every: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  grep: { type: 'string', short: 'g', default: '' },
  share: { type: 'string', default: '0' },
  depths: { type: 'string', default: '1,3,10' },
  'at-least': { type: 'string', default: '0.9' },
} as const;

function meet(depth: number, left: readonly DrawnDefect[]): Met[] {
  const file = resultsAt(depth);
  rmSync(file, { force: true });
  if (left.length === 0) return [];
  runPlaywright(__dirname, { DEPTH: `${depth}`, DRAWN_ONLY: left.map(({ place }) => place).join() });
  if (!existsSync(file)) throw new Error(`the run at depth ${depth} left no result`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Meets the drawn defects with the suite at each depth, and those that nothing saw with the next. The whole writes its
 * curve into PROOF.md; a part is printed: `--every 9 --from 2` is each ninth defect from the third on, `-g` those whose
 * chapter, family or phrase matches, `--share 1` those that any probe of their kind shows. Exit code 1 where a
 * smaller share than `--at-least` is seen at the first depth.
 */
runCommand(options, ({ values }) => {
  const depths = values.depths.split(',').map(Number);
  const pattern = new RegExp(values.grep, 'i');
  const chosen = drawn
    .filter(({ share }) => values.share === '0' || (share ?? 0) >= Number(values.share))
    .filter((_, index) => index % Number(values.every) === Number(values.from))
    .filter(({ chapter, family, phrase }) => pattern.test(`${chapter}: ${family}: ${phrase}`));

  if (chosen.length === 0)
    throw new Error('No drawn defect is chosen: --grep, --every, --from and --share leave none.');

  const rounds: Round[] = [];
  for (const depth of depths) {
    const started = Date.now();
    const seen = seenAt(rounds, depth);
    const left = chosen.filter(({ place }) => !seen.has(place));
    rounds.push({ depth, met: meet(depth, left) });
    const now = seenAt(rounds, depth).size;
    console.log(
      `depth ${depth}: ${now} of ${chosen.length} seen, in ${((Date.now() - started) / 1000).toFixed(0)} s`,
    );
  }

  const heads = depths.flatMap((depth) => [`seen at ${depth}`, 'expected']);
  const report = [
    markdown(['chapter', 'defects', ...heads], curve(chosen, rounds)),
    '',
    markdown(['chapter', 'not seen', 'why'], survivors(chosen, rounds)),
    '',
    markdown(['chapter', 'left alone', 'why'], leftAlone(chosen, rounds)),
  ].join('\n');
  console.log(report);

  if (chosen.length === drawn.length && values.depths === '1,3,10') writePart('drawn', report);
  const first = depths[0] ?? 1;
  return seenAt(rounds, first).size < Number(values['at-least']) * chosen.length ? 1 : 0;
});
