import { counted } from '../texts/wording';
import type { Report } from '../verdict/report';
import { difference } from './decimal';

/** `196 requests, 12 AI requests, 50 credits of API_KEY spent`. */
export function formatCost({ cost }: Pick<Report, 'cost'>): string {
  const { requests, aiRequests, unconfirmed, disturbances, credits } = cost;
  return [
    counted(requests, 'request'),
    `${counted(aiRequests, 'AI request')}${unconfirmed > 0 ? ` (${unconfirmed} of them may have been carried out: no response shows it)` : ''}`,
    ...(credits ? [formatSpent(credits)] : []),
    ...(disturbances > 0
      ? [`${counted(disturbances, 'request')} repeated after 429, 5xx or no response`]
      : []),
  ].join(', ');
}

/** `133 credits of API_KEY spent`. It may be negative if the account was topped up. */
function formatSpent({ before, after }: NonNullable<Report['cost']['credits']>): string {
  const fell = difference(`${before}`, `${after}`);
  const amount = Math.abs(fell).toLocaleString('en', { maximumSignificantDigits: 15 });
  if (fell < 0) return `${amount} credits of API_KEY more than before`;
  return fell === 0 ? 'no credits of API_KEY spent' : `${amount} credits of API_KEY spent`;
}

export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
