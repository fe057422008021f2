/**
 * Builds the body of a failed request.
 * @param fields fields of `error` besides its code: in place of the usual ones, or further ones
 */
export function anError(
  code: unknown,
  fields: Readonly<Record<string, unknown>> = {},
): { error: Record<string, unknown> } {
  return { error: { code, message: 'Not so.', type: 'acme_error', ...fields } };
}
