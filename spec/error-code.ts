/** The eleven codes of part 7. A self test holds this list equal to the document's. */
export type ErrorCode =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'insufficient_credits'
  | 'model_not_found'
  | 'not_found'
  | 'no_backend_account'
  | 'invalid_request'
  | 'invalid_workflow'
  | 'rate_limited'
  | 'daily_quota_exceeded'
  | 'upstream_error';
