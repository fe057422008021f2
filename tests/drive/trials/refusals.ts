import type { Answer } from '../../engine/answer';
import { freshId, freshName } from '../../probes/ids';
import { actorOf } from '../actors';
import { PROMPT } from '../given';
import { changeBy } from '../meter';
import { inconclusive } from '../recorder';
import { nobody, ownerOf } from '../senders';
import { shared } from '../shared';
import type { Ground } from './ground';

/** Of what refusals cost. */
export interface RefusalTrials {
  /** Refused requests, and the credits of API_KEY before and after them; late, as long after as a charge may take. */
  refusedFree(what: 'requests' | 'workflows', late?: 'late'): Promise<Answer[]>;
}

export function refusalTrials({ baseline, given, session, owner }: Ground): RefusalTrials {
  const requests = async () => {
    await baseline.text();
    const model = await given.model();
    return [
      () => actorOf(session, baseline, nobody).text({ model, prompt: PROMPT }),
      () => owner().get(`/v1/jobs/${freshId()}`),
      () => owner().text({ model: freshName('model'), prompt: PROMPT }),
      () => owner().text({ model }),
    ];
  };
  const workflows = async (late?: 'late') => {
    await baseline.workflow('short');
    const chains = [
      given.faulty('later', 'late'),
      given.faulty('missing-field', late ?? 'early'),
      given.faulty('mismatched-kind', late ? 'early' : 'late'),
    ];
    return chains.map((chain) => () => owner().workflow(chain));
  };
  return {
    async refusedFree(what, late) {
      const measured = async () => {
        const acts = await (what === 'requests' ? requests() : workflows(late));
        const act = () => Promise.all(acts.map((send) => send()));
        const change = await changeBy(session, ownerOf(session), act, late !== undefined);
        if (typeof change !== 'string') return change;
        const verdict = change === 'restless' || change === 'sometimes' ? 'indeterminate' : 'blocked';
        const pointer = session.target.credits !== undefined;
        return inconclusive(verdict, { kind: 'credits', how: change, pointer });
      };
      return shared(session, `refused ${what}, ${late ?? 'at once'}`, measured);
    },
  };
}
