/** The labels of two runs, and of their pages: for one target, and for two. */
export const sideNames = { runs: ['Before', 'After'], targets: ['First', 'Second'] } as const;
export const pageNames = {
  runs: ['Page before', 'Page after'],
  targets: ['First page', 'Second page'],
} as const;

/** Whether a row shows the response of one of the two runs. */
export const isSide = (row: string): boolean =>
  Object.values(sideNames)
    .flat()
    .some((name) => name === row);
