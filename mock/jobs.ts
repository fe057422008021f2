import type { Serve } from './call';
import { generated } from './text';
import { submit, workOf } from './work';

/** Jobs, which the client polls: contract 1, 2.2, 4. */
export const jobs = workOf('job', 'result');

export const submitJob: Serve = (call, mock) => submit('jobs', { text: generated(call) }, call, mock);
