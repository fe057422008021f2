import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The variant `prefixed`: BASE_URL has a path, and every request needs a header. */
export default { ...mock, headers: { 'X-Tenant': '7' } } satisfies Target;
