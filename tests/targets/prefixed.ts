import type { Target } from '../support/target';
import mock from './mock';

/** The guise `prefixed`: BASE_URL has a path, and every request needs a header. */
export default { ...mock, headers: { 'X-Tenant': '7' } } satisfies Target;
