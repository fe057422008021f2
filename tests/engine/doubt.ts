import type { Exchange } from './evidence';
import type { Doubt } from './reason';

/**
 * Why nothing that a target answers proves anything: it accepts no key, or also who has none. An accepted request
 * of an account shows that refusals are meant, a refused request of nobody's that keys are looked at.
 */
export function doubtIn(exchanges: readonly Exchange[]): Doubt | null {
  // Captured traffic is that of a client at work: who had which key is not told.
  if (exchanges.some(({ entry }) => entry !== undefined)) return null;
  const statuses = (of: 'nobody' | 'somebody') =>
    exchanges.flatMap(({ variable, response }) =>
      response !== null && (variable === null) === (of === 'nobody') ? response.status : [],
    );
  if (!statuses('somebody').some((status) => status >= 200 && status < 300)) return 'nothing accepted';
  return statuses('nobody').some((status) => status >= 400 && status < 500) ? null : 'nothing refused';
}
