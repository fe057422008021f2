import { runPlaywright, wholeNumber } from '../../helpers/process';

/**
 * Runs the whole suite against so many drawn legal variants (`npm run drawn:variants -- 200`; five where no number
 * is given), twenty at a time: Playwright keeps every case of a run in memory. Exit code 1 where anybody is accused.
 */
const AT_ONCE = 20;
const count = wholeNumber(process.argv[2], 5);

const accused: string[] = [];
for (let first = 0; first < count; first += AT_ONCE) {
  const range = `${first}-${Math.min(first + AT_ONCE, count) - 1}`;
  if (runPlaywright(__dirname, { VARIANTS: range }) !== 0) accused.push(range);
}
console.log(
  accused.length === 0
    ? `${count} drawn variants: nobody is accused`
    : `somebody is accused among the drawn variants ${accused.join(', ')}`,
);
process.exitCode = accused.length === 0 ? 0 : 1;
