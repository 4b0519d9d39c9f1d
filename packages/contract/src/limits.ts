/** The longest texts that the API accepts, in characters. Forms use them too, so this module imports nothing. */
export const maxLength = {
  serviceId: 128,
  name: 200,
  personName: 120,
  tokenName: 120,
  notes: 4000,
  reason: 500,
  comment: 2000,
  purpose: 500,
  source: 500,
  search: 200,
  pastedText: 4_000_000,
  phoneNumber: 64,
  phoneExtension: 16,
  phoneLabel: 80,
} as const;

/** The largest spreadsheet that is imported. */
export const maxSheetBytes = 5_500_000;

/** The most entries of one page of a list. */
export const maxPageSize = 200;

/** The most directories that one page of the referrer matrix compares. */
export const maxColumns = 20;

/** The most facts of one statement, the most ids that it names, and the most of its places that one page compares. */
export const maxStatementFacts = 9;
export const maxStatementIds = 2000;
export const maxStatementPlaces = 50;

/** The most practitioners in directories that are named, or shown, of one statement; it counts all of them. */
export const maxStatementReach = 10_000;

/** The most changes that one request stages. */
export const maxStagedAtOnce = 10_000;

/** The most directories, practitioners and records that one act verifies. */
export const maxVerifiedAtOnce = 10_000;

/** The most changes, groups and lines that one act of a review names; a group or a line may stand for any number. */
export const maxChosenChanges = 10_000;

/** The most changes whose ground moved that one act settles. */
export const maxSettledAtOnce = 2000;
