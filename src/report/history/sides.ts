/** What each of two runs is called, and its page: of one target, and of two. */
export const sideNames = { runs: ['Before', 'After'], targets: ['First', 'Second'] } as const;
export const pageNames = {
  runs: ['Page before', 'Page after'],
  targets: ['First page', 'Second page'],
} as const;

/** Whether a row tells what one of the two runs responded. */
export const isSide = (row: string): boolean =>
  Object.values(sideNames)
    .flat()
    .some((name) => name === row);
