/**
 * Text that is safe in the log of a GitHub job: a response must not issue workflow commands. A command begins
 * at the start of a line (`::error::`), and in its old form anywhere (`##[error]`).
 */
export function inLog(text: string): string {
  if (process.env.GITHUB_ACTIONS !== 'true') return text;
  return text.replace(/^([^\S\n]*):(?=:)/gm, '$1: ').replaceAll('##[', '# #[');
}
