import type { WithModel } from '../../spec/operations';
import type { RequestSpec, Target, TextFields } from '../settings/target-file/target';
import { endUnjudged, needs } from './evidence/recorder';

/** A part of the target file. Without it the check is not tested. */
export function partOf<Part extends keyof Target>(target: Target, part: Part): NonNullable<Target[Part]> {
  return target[part] ?? needs(part);
}

/**
 * The function that builds a text request or the submission of a job. The check is not tested if text
 * requests submit the jobs, or the target file has no such function.
 */
export function builderOf(target: Target, operation: WithModel): (fields: TextFields) => RequestSpec {
  const { job, text } = target;
  if (operation === 'text') return partOf(target, 'text');
  if (job?.submit) return job.submit;
  if (!job || !text) return needs('job.submit');
  return endUnjudged('not tested', { kind: 'needs', what: 'a submission of jobs apart from text requests' });
}
