import type { Report } from './report';
import { suiteInfo } from './suite-info';
import { counted } from './wording';

/** `196 requests, 12 AI requests, 50 credits spent (1,000,000 before, 999,950 after), 3 s waited`. */
export function formatCost({ cost }: Pick<Report, 'cost'>): string {
  const words = [counted(cost.requests, 'request'), counted(cost.aiRequests, 'AI request')];
  if (cost.unclaimed) {
    const { requests, aiRequests } = cost.unclaimed;
    const sent = `${counted(requests, 'request')} and ${counted(aiRequests, 'AI request')}`;
    words.push(`${sent} of these in the evidence of no check`);
  }
  if (cost.credits) {
    words.push(`${formatSpent(cost.credits)} (${formatSpan(cost.credits)})${openWords(cost.credits)}`);
  }
  if (cost.shards) words.push(`credits by shard: ${cost.shards.map(formatSpan).join('; ')}`);
  if (cost.fell)
    words.push(
      `credits fell ${counted(cost.fell.times, 'time')} with nothing of this run between, by ${cost.fell.by.toLocaleString('en')}: did a charge come late, or does ${cost.shards ? 'another shard or ' : ''}anybody else use the account?`,
    );
  if (cost.waited >= 1000) words.push(`${duration(cost.waited)} waited`);
  if (cost.disturbances > 0)
    words.push(
      `${counted(cost.disturbances, 'request')} repeated after a disturbance (429, 5xx or no response)`,
    );
  return words.join(', ');
}

function formatSpan({ before, after }: { before: number; after: number }): string {
  return `${before.toLocaleString('en')} before, ${after.toLocaleString('en')} after`;
}

type Credits = NonNullable<Report['cost']['credits']>;

/** `133 credits spent`. It may be negative if the account was topped up. */
function formatSpent({ before, after }: Credits): string {
  const amount = Math.abs(before - after).toLocaleString('en');
  if (before < after) return `${amount} credits more than before`;
  return before === after ? 'no credits spent' : `${amount} credits spent`;
}

/** `, 3 of these by 3 AI requests whose cost was not measured`. Refunds make it smaller. */
function openWords({ unaccounted, unmeasured }: Credits): string {
  const amount = Math.abs(unaccounted).toLocaleString('en');
  if (unaccounted === 0) return '';
  if (unaccounted < 0) return `, ${amount} less than its AI requests were seen to cost`;
  return `, ${amount} of these ${unmeasured === 0 ? 'not accounted for' : `by ${counted(unmeasured, 'AI request')} whose cost was not measured one by one`}`;
}

/**
 * `Credits 6 requests`, `Jobs 18 requests and 2 AI requests`: the chapters that sent requests, in reading
 * order.
 */
export function chapterCosts({ cost }: Pick<Report, 'cost'>): string[] {
  return Object.entries(suiteInfo.chapters).flatMap(([name, { title }]) => {
    const { requests = 0, aiRequests = 0 } = cost.chapters[name] ?? {};
    if (requests === 0) return [];
    const uses = aiRequests === 0 ? '' : ` and ${counted(aiRequests, 'AI request')}`;
    return [`${title} ${counted(requests, 'request')}${uses}`];
  });
}

export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
