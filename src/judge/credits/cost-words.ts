import { counted } from '../texts/wording';
import type { Report } from '../verdict/report';
import { difference } from './decimal';

/** `196 requests, 12 AI requests, 50 credits of API_KEY spent, 3 s of planned waits`. */
export function formatCost({ cost }: Pick<Report, 'cost'>): string {
  const words = [
    `${counted(cost.requests, 'request')}${forNoCheck(cost.unclaimed?.requests)}`,
    `${counted(cost.aiRequests, 'AI request')}${forNoCheck(cost.unclaimed?.aiRequests)}${notConfirmed(cost.unconfirmed)}`,
  ];
  if (cost.credits) {
    words.push(`${formatSpent(cost.credits)}${openWords(cost.credits)}`);
  }
  if (cost.waited >= 1000) words.push(`${duration(cost.waited)} of planned waits`);
  if (cost.disturbances > 0)
    words.push(`${counted(cost.disturbances, 'request')} repeated after 429, 5xx or no response`);
  return words.join(', ');
}

/** ` (4 of them outside checks)`. */
const forNoCheck = (count = 0) => (count === 0 ? '' : ` (${count} of them outside checks)`);

/** ` (3 of them may have been carried out: no response shows it)`. */
const notConfirmed = (count = 0) =>
  count === 0 ? '' : ` (${count} of them may have been carried out: no response shows it)`;

const formatAmount = (credits: number) => credits.toLocaleString('en', { maximumSignificantDigits: 15 });

type Credits = NonNullable<Report['cost']['credits']>;

/** `133 credits of API_KEY spent`. It may be negative if the account was topped up. */
function formatSpent({ before, after }: Credits): string {
  const amount = formatAmount(Math.abs(difference(`${before}`, `${after}`)));
  if (before < after) return `${amount} credits of API_KEY more than before`;
  return before === after ? 'no credits of API_KEY spent' : `${amount} credits of API_KEY spent`;
}

/** ` (3 of them by requests whose cost was not measured)`. Refunds make it smaller. */
function openWords({ unaccounted, unmeasured }: Credits): string {
  const amount = formatAmount(Math.abs(unaccounted));
  if (unaccounted === 0) return '';
  if (unaccounted < 0) return ` (${amount} less than was measured)`;
  if (unmeasured === 0) return ` (${amount} of them not accounted for)`;
  return ` (${amount} of them by requests whose cost was not measured)`;
}

export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
