/** Made from openapi.yaml by generate.ts. */
export type Codes = {
  "invalid_workflow": 400,
  "missing_api_key": 401,
  "invalid_api_key": 401,
  "insufficient_credits": 402,
  "model_not_found": 404,
  "not_found": 404,
  "no_backend_account": 409,
  "invalid_request": 422,
  "rate_limited": 429,
  "daily_quota_exceeded": 429,
  "upstream_error": 502
};
export type Operations = {
  "models": {
    "method": "GET",
    "path": "/v1/models",
    "clause": "models.list.ids"
  },
  "credits": {
    "method": "GET",
    "path": "/v1/credits",
    "clause": "credits.read"
  },
  "job": {
    "method": "GET",
    "path": "/v1/jobs/{job_id}",
    "clause": "jobs.lookup.own"
  }
};
