import { rejectedWith } from '../../judge/data/expectation';
import { type Answer, failsWith } from '../../judge/response/answer';

/** What probes are rejected with, by the clauses that say so: a stimulus judges its probes while it sends them. */

/** auth.header.required */
export const missingKey = rejectedWith(401, 'missing_api_key');
/** auth.header.without-key */
export const noKey = rejectedWith(401, ['missing_api_key', 'invalid_api_key']);
/** auth.key.wrong, auth.key.incomplete, auth.key.inactive, auth.key.leading-whitespace, auth.key.trailing-no-break-space */
export const invalidKey = rejectedWith(401, 'invalid_api_key');
/** jobs.lookup.unknown, runs.lookup.unknown */
export const unknownWork = rejectedWith(404, 'not_found');
/** jobs.lookup.foreign, runs.lookup.foreign */
export const foreignWork = rejectedWith(404, 'not_found');
/** models.use.unlisted */
export const notListed = rejectedWith(404, 'model_not_found');
/** models.use.unlisted, for a name that may be malformed as well */
export const unlistedOrMalformed = rejectedWith([404, 422], ['model_not_found', 'invalid_request']);
/** text.requires.input, text.malformed.json */
export const malformed = rejectedWith(422, 'invalid_request');
/** text.requires.input-lenient */
export const withoutModel = rejectedWith([422, 404], ['invalid_request', 'model_not_found']);
/** workflows.reference.later, workflows.reference.missing-field, workflows.reference.mismatched-kind */
export const invalidWorkflow = rejectedWith(400, 'invalid_workflow');

/** Whether a response is what this expectation says. */
export const isAs = ({ pairs }: ReturnType<typeof rejectedWith>, answer: Answer): boolean =>
  pairs.some(({ status, code }) => failsWith(answer, status, code));
