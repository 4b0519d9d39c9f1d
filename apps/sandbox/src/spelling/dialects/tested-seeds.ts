/**
 * The drawn spellings that every test run takes through the contract suite and through the console. Chosen so that each
 * key of a profile is drawn by at least three of them and each value by one: `pnpm --filter @dc/sandbox run seeds` finds others.
 */
export const testedSeeds: readonly number[] = [1, 19, 90, 183, 218, 270, 376, 505, 521, 544];
