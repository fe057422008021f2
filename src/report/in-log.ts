/**
 * Text as the log of a GitHub job may show it: what a target answered is no command of ours. One begins at the
 * start of a line (`::error::`), and in the old form anywhere (`##[error]`).
 */
export function inLog(text: string): string {
  if (process.env.GITHUB_ACTIONS !== 'true') return text;
  return text.replace(/^([^\S\n]*):(?=:)/gm, '$1: ').replaceAll('##[', '# #[');
}
