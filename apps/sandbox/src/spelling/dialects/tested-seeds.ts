/**
 * The drawn spellings that every test run takes through the contract suite and through the console. Chosen so that each
 * key of a profile is drawn by at least three of them and each value by one: `pnpm --filter @dc/sandbox run seeds` finds others.
 */
export const testedSeeds: readonly number[] = [1, 19, 53, 95, 134, 208, 218, 224, 233, 544];
