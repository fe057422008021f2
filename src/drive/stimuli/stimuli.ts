import type { Answer } from '../../judge/response/answer';
import type { Check } from '../check/check';
import type { CheckSession } from '../evidence/recorder';
import { operationOf } from '../operations';
import { burstStimuli } from './burst';
import type { StimulusFunctions } from './common';
import { creditStimuli } from './credits';
import { inputStimuli } from './inputs';
import { keyStimuli } from './keys';
import { lookUpStimuli } from './look-ups';
import { outageStimuli } from './outage';
import { readStimuli } from './reads';
import { partsOf } from './stimulus';
import { useStimuli } from './uses';
import { workflowStimuli } from './workflows';

/** How each stimulus is sent. */
const stimuli: StimulusFunctions = {
  ...readStimuli,
  ...keyStimuli,
  ...lookUpStimuli,
  ...inputStimuli,
  ...useStimuli,
  ...workflowStimuli,
  ...creditStimuli,
  ...burstStimuli,
  ...outageStimuli,
};

/** Sends the stimulus of a check, and returns the responses in groups that belong together. */
export async function send(session: CheckSession, check: Check): Promise<readonly (readonly Answer[])[]> {
  const [name, detail] = partsOf(check.send);
  const asked = { ...check, requestKind: operationOf(check.at ?? 'models') };
  const sent = await stimuli[name](session, asked, detail as never);
  if ('status' in sent) return [[sent]];
  const isGrouped = (all: typeof sent): all is readonly (readonly Answer[])[] => Array.isArray(all[0]);
  return isGrouped(sent) ? sent : [sent];
}
