/** What each of two runs is called: of one target, and of two. */
export const sideNames = { runs: ['Before', 'After'], targets: ['First', 'Second'] } as const;

/** Whether a row tells what one of the two runs responded. */
export const isSide = (row: string): boolean =>
  Object.values(sideNames)
    .flat()
    .some((name) => name === row);
