import { sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { NewerStoreError } from "#/runtime/errors.ts";
import { withinLongLimits } from "#/store/sql/time-limits.ts";
import { type Database, type Transaction, transact } from "#/store/sql/transaction.ts";
import { dropLimitedViews, keepLimitedViews } from "#/store/reach/limited-views.ts";
import { foldAnew } from "#/store/search/fold-anew.ts";
import { up as foundation } from "./0001-foundation.ts";
import { up as sending } from "./0002-sending.ts";
import { up as summaries } from "./0003-summaries.ts";
import { up as stagedOrder } from "./0004-staged-order.ts";
import { up as references } from "./0005-references.ts";
import { up as developer } from "./0006-developer.ts";
import { up as listOrders } from "./0007-list-orders.ts";
import { up as proposals } from "./0008-proposals.ts";
import { up as bookingAttempts } from "./0009-booking-attempts.ts";
import { up as earlierStores } from "./0010-earlier-stores.ts";
import { up as messages } from "./0011-messages.ts";
import { up as changesInStagedOrder } from "./0012-changes-in-staged-order.ts";
import { up as reasons } from "./0013-reasons.ts";
import { up as alarms } from "./0014-alarms.ts";
import { up as leftOutOverrides } from "./0015-left-out-overrides.ts";
import { up as tokenScopes } from "./0016-token-scopes.ts";
import { up as searchablePhones } from "./0018-searchable-phones.ts";
import { up as outsideWrites } from "./0019-outside-writes.ts";
import { up as rosterReadAgain } from "./0020-roster-read-again.ts";
import { up as signInAttempts } from "./0021-sign-in-attempts.ts";
import { up as creationListing } from "./0024-creation-listing.ts";
import { up as rosterLookUps } from "./0029-roster-look-ups.ts";
import { up as deletions } from "./0030-deletions.ts";
import { up as workLeases } from "./0035-work-leases.ts";
import { up as peopleAndRoles } from "./0040-people-and-roles.ts";
import { up as secondFactors } from "./0041-second-factors.ts";
import { up as sealedJournal } from "./0043-sealed-journal.ts";
import { up as activityFilters } from "./0044-activity-filters.ts";
import { up as creationNames } from "./0049-creation-names.ts";
import { up as queuedChanges } from "./0050-queued-changes.ts";
import { up as approvals } from "./0051-approvals.ts";
import { up as severalConnections } from "./0060-several-connections.ts";
import { up as optionalReasons } from "./0061-optional-reasons.ts";
import { up as identities } from "./0063-identities.ts";
import { up as passkeys } from "./0064-passkeys.ts";
import { up as waitingCounts } from "./0065-waiting-counts.ts";
import { up as pageVisits } from "./0066-page-visits.ts";
import { up as setsOverDirectories } from "./0067-sets-over-directories.ts";
import { up as reverts } from "./0068-reverts.ts";
import { up as splits } from "./0069-splits.ts";
import { up as rightsThatEnded } from "./0070-rights-that-ended.ts";
import { up as fencedTasks } from "./0071-fenced-tasks.ts";
import { up as lateRequests } from "./0072-late-requests.ts";
import { up as foldedNames } from "./0074-folded-names.ts";
import { up as lateRequestIndex } from "./0075-late-request-index.ts";
import { up as ground } from "./0076-ground.ts";
import { up as reviews } from "./0077-reviews.ts";
import { up as namesOfRecords } from "./0078-names-of-records.ts";
import { up as keptStatements } from "./0079-kept-statements.ts";
import { up as journalSearch } from "./0080-journal-search.ts";
import { up as withdrawing } from "./0081-withdrawing.ts";
import { up as openingSets } from "./0083-opening-sets.ts";
import { up as pausedSets } from "./0084-paused-sets.ts";
import { up as retries } from "./0085-retries.ts";
import { up as verified } from "./0086-verified.ts";
import { up as keyedRequests } from "./0088-keyed-requests.ts";
import { up as briefs } from "./0089-briefs.ts";
import { up as shareLinks } from "./0090-share-links.ts";
import { up as claims } from "./0091-claims.ts";
import { up as pausedConnections } from "./0094-paused-connections.ts";
import { up as movedSince } from "./0098-moved-since.ts";
import { up as readAgain } from "./0099-read-again.ts";
import { up as recordsAtOnce } from "./0104-records-at-once.ts";
import { up as takingBack } from "./0105-taking-back.ts";
import { up as rosterNames } from "./0106-roster-names.ts";
import { up as holidays } from "./0107-holidays.ts";
import { up as applyAge } from "./0108-apply-age.ts";
import { up as decidedFields } from "./0109-decided-fields.ts";
import { up as checking } from "./0110-checking.ts";
import { up as need } from "./0111-need.ts";
import { up as columnMappings } from "./0112-column-mappings.ts";
import { up as ledgerOutbox } from "./0113-ledger-outbox.ts";
import { up as previewedFiles } from "./0114-previewed-files.ts";
import { up as takenBackImports } from "./0115-taken-back-imports.ts";
import { up as fromAndUntil } from "./0116-from-and-until.ts";
import { up as recordSearch } from "./0117-record-search.ts";
import { up as phoneSearch } from "./0118-phone-search.ts";
import { up as queueing } from "./0120-queueing.ts";
import { up as largeImports } from "./0122-large-imports.ts";
import { up as goingBack } from "./0123-going-back.ts";
import { up as keptCounts } from "./0126-kept-counts.ts";
import { up as setActs } from "./0127-set-acts.ts";
import { up as pausedReading } from "./0131-paused-reading.ts";
import { up as countsOfSets } from "./0132-counts-of-sets.ts";
import { up as revisionsOfSets } from "./0135-revisions-of-sets.ts";
import { up as unsettledRecords } from "./0136-unsettled-records.ts";
import { up as daysOfEvidence } from "./0137-days-of-evidence.ts";
import { up as whoWithdrew } from "./0138-who-withdrew.ts";
import { up as stoppedImports } from "./0141-stopped-imports.ts";
import { up as whoWithdrewEach } from "./0142-who-withdrew-each.ts";
import { up as rosterImportChunks } from "./0147-roster-import-chunks.ts";
import { up as discardedDrafts } from "./0148-discarded-drafts.ts";
import { up as unusedStatistics } from "./0150-unused-statistics.ts";
import { up as copiedRosters } from "./0151-copied-rosters.ts";
import { up as commentsOfGoneChanges } from "./0153-comments-of-gone-changes.ts";
import { up as putOffEntries } from "./0157-put-off-entries.ts";
import { up as rosterDepartures } from "./0158-roster-departures.ts";
import { up as preferredNames } from "./0160-preferred-names.ts";
import { up as correctedLines } from "./0163-corrected-lines.ts";
import { up as namesOfSets } from "./0165-names-of-sets.ts";
import { up as answeredLines } from "./0166-answered-lines.ts";
import { up as directoriesOfSets } from "./0168-directories-of-sets.ts";
import { up as recordsOfReceipts } from "./0169-records-of-receipts.ts";

/**
 * Every migration by name, in the order in which they run. Landed migrations are never renamed or edited: `frozen` is the
 * hash of the file, and `pnpm verify` compares it.
 */
export const migrations: { [name: string]: Migration & { frozen?: string } } = {
  "0001-foundation": { up: foundation, frozen: "1e920d0927bcc2c7" },
  "0002-sending": { up: sending, frozen: "9174996c385b1859" },
  "0003-summaries": { up: summaries, frozen: "29dda5eabe966e14" },
  "0004-staged-order": { up: stagedOrder, frozen: "c0ec55ca45f5f23f" },
  "0005-references": { up: references, frozen: "db84b0af9a95bf55" },
  "0006-developer": { up: developer, frozen: "ca487e3d1da8d200" },
  "0007-list-orders": { up: listOrders, frozen: "29ab5d8a211861e1" },
  "0008-proposals": { up: proposals, frozen: "6b8c358ffae35c65" },
  "0009-booking-attempts": { up: bookingAttempts, frozen: "541ffaa20c4b2bb3" },
  "0010-earlier-stores": { up: earlierStores, frozen: "d748f882cf61b530" },
  "0011-messages": { up: messages, frozen: "55b4f9f707433524" },
  "0012-changes-in-staged-order": { up: changesInStagedOrder, frozen: "6e4e7f5717fbe5f7" },
  "0013-reasons": { up: reasons, frozen: "e37a0cdacad57136" },
  "0014-alarms": { up: alarms, frozen: "0463b043dab073fe" },
  "0015-left-out-overrides": { up: leftOutOverrides, frozen: "39f0b4aae6121f11" },
  "0016-token-scopes": { up: tokenScopes, frozen: "c9f24eebf3e9f280" },
  "0018-searchable-phones": { up: searchablePhones, frozen: "3a6f0e21a5f9205a" },
  "0019-outside-writes": { up: outsideWrites, frozen: "9760c33c156e2fd8" },
  "0020-roster-read-again": { up: rosterReadAgain, frozen: "002e32b7a37e4dc1" },
  "0021-sign-in-attempts": { up: signInAttempts, frozen: "4bdde4d0e735a818" },
  "0024-creation-listing": { up: creationListing, frozen: "91c8e2a9f7590888" },
  "0029-roster-look-ups": { up: rosterLookUps, frozen: "2203282c2f62f04c" },
  "0030-deletions": { up: deletions, frozen: "4a73fcf855d96cf6" },
  "0035-work-leases": { up: workLeases, frozen: "c0b8c7f58cfefa9a" },
  "0040-people-and-roles": { up: peopleAndRoles, frozen: "c0231e5590d917b2" },
  "0041-second-factors": { up: secondFactors, frozen: "69ba4cded56f8773" },
  "0043-sealed-journal": { up: sealedJournal, frozen: "92d82b29f6d6a3fc" },
  "0044-activity-filters": { up: activityFilters, frozen: "295e19f90d074ab4" },
  "0049-creation-names": { up: creationNames, frozen: "ca6be8a1bfaf13df" },
  "0050-queued-changes": { up: queuedChanges, frozen: "b10ad8e4c27c8122" },
  "0051-approvals": { up: approvals, frozen: "95a3c0cf5adfaee9" },
  "0060-several-connections": { up: severalConnections, frozen: "a4573c85173a9345" },
  "0061-optional-reasons": { up: optionalReasons, frozen: "dd3610871ae78450" },
  "0063-identities": { up: identities, frozen: "f4bc36fcde15cb64" },
  "0064-passkeys": { up: passkeys, frozen: "56e877f865aab3b8" },
  "0065-waiting-counts": { up: waitingCounts, frozen: "74a5304c41c06931" },
  "0066-page-visits": { up: pageVisits, frozen: "c74f6df048b295ac" },
  "0067-sets-over-directories": { up: setsOverDirectories, frozen: "2bc33fc4350bd4dc" },
  "0068-reverts": { up: reverts, frozen: "fa3244d6af1a9eda" },
  "0069-splits": { up: splits, frozen: "72c72507d6e2aa54" },
  "0070-rights-that-ended": { up: rightsThatEnded, frozen: "e0012ec34e32a9c4" },
  "0071-fenced-tasks": { up: fencedTasks, frozen: "9242bda0f0e55147" },
  "0072-late-requests": { up: lateRequests, frozen: "906c2e7c6cae0ca6" },
  "0074-folded-names": { up: foldedNames, frozen: "e2c9395ffd32ee0f" },
  "0075-late-request-index": { up: lateRequestIndex, frozen: "fa1ec3bb19047000" },
  "0076-ground": { up: ground, frozen: "e665a9fec7f79b35" },
  "0077-reviews": { up: reviews, frozen: "2b92c01b05a99c7b" },
  "0078-names-of-records": { up: namesOfRecords, frozen: "38e9d38052c56126" },
  "0079-kept-statements": { up: keptStatements, frozen: "19fbc239081a7207" },
  "0080-journal-search": { up: journalSearch, frozen: "52e8a83ee3fe0aa2" },
  "0081-withdrawing": { up: withdrawing, frozen: "16322e163a96ddde" },
  "0083-opening-sets": { up: openingSets, frozen: "48d9b55458fc2fd0" },
  "0084-paused-sets": { up: pausedSets, frozen: "eaa5f71c9cd43bfc" },
  "0085-retries": { up: retries, frozen: "dc96bc634dfe0e62" },
  "0086-verified": { up: verified, frozen: "41843defca532c64" },
  "0088-keyed-requests": { up: keyedRequests, frozen: "796239b5b479cdde" },
  "0089-briefs": { up: briefs, frozen: "2c01f712e6c9ee0b" },
  "0090-share-links": { up: shareLinks, frozen: "900fb595ba302b69" },
  "0091-claims": { up: claims, frozen: "96a5c3fbab2fa52a" },
  "0094-paused-connections": { up: pausedConnections, frozen: "c92e68202fd34ac5" },
  "0098-moved-since": { up: movedSince, frozen: "6407aa654b4f614f" },
  "0099-read-again": { up: readAgain, frozen: "8a74239245fe3165" },
  "0104-records-at-once": { up: recordsAtOnce, frozen: "34aaccfcd2d98e35" },
  "0105-taking-back": { up: takingBack, frozen: "746e8b009f068e5a" },
  "0106-roster-names": { up: rosterNames, frozen: "bac46a142ea1b212" },
  "0107-holidays": { up: holidays, frozen: "9b784f3527a159dc" },
  "0108-apply-age": { up: applyAge, frozen: "bceb5d29d4238013" },
  "0109-decided-fields": { up: decidedFields, frozen: "3e3e9fd96c43ab7a" },
  "0110-checking": { up: checking, frozen: "1f475ffc7be93d9e" },
  "0111-need": { up: need, frozen: "c26b21594168bc88" },
  "0112-column-mappings": { up: columnMappings, frozen: "69ab578873d62932" },
  "0113-ledger-outbox": { up: ledgerOutbox, frozen: "0ab2786aa69295e9" },
  "0114-previewed-files": { up: previewedFiles, frozen: "1543e3c166b92ea7" },
  "0115-taken-back-imports": { up: takenBackImports, frozen: "f65db21baf1de631" },
  "0116-from-and-until": { up: fromAndUntil, frozen: "b4acaf95c93cbf77" },
  "0117-record-search": { up: recordSearch, frozen: "d80d570ffa8e6a94" },
  "0118-phone-search": { up: phoneSearch, frozen: "18239c7fa23817d5" },
  "0120-queueing": { up: queueing, frozen: "1d3b34398c7c7f99" },
  "0122-large-imports": { up: largeImports, frozen: "852db59a5d409566" },
  "0123-going-back": { up: goingBack, frozen: "402a5d39e266b1da" },
  "0126-kept-counts": { up: keptCounts, frozen: "236c2cd6a9d2f4d5" },
  "0127-set-acts": { up: setActs, frozen: "0c23fb8a20f42f22" },
  "0131-paused-reading": { up: pausedReading, frozen: "beab84bf029877a5" },
  "0132-counts-of-sets": { up: countsOfSets, frozen: "122e5fba3bae331b" },
  "0135-revisions-of-sets": { up: revisionsOfSets, frozen: "0f6e2095927027a9" },
  "0136-unsettled-records": { up: unsettledRecords, frozen: "b27b321c41420c5e" },
  "0137-days-of-evidence": { up: daysOfEvidence, frozen: "61aeee3dc05392d7" },
  "0138-who-withdrew": { up: whoWithdrew, frozen: "68067b52ea2c126e" },
  "0141-stopped-imports": { up: stoppedImports, frozen: "118cfb751ff6ee3e" },
  "0142-who-withdrew-each": { up: whoWithdrewEach, frozen: "65566150c96e4cd9" },
  "0147-roster-import-chunks": { up: rosterImportChunks, frozen: "0e3ec4bfb109e7ec" },
  "0148-discarded-drafts": { up: discardedDrafts, frozen: "e71df073d7e57e1f" },
  "0150-unused-statistics": { up: unusedStatistics, frozen: "bed131ecb5f0b712" },
  "0151-copied-rosters": { up: copiedRosters, frozen: "693e1e4bc3d68974" },
  "0153-comments-of-gone-changes": { up: commentsOfGoneChanges, frozen: "814d87a6755781d5" },
  "0157-put-off-entries": { up: putOffEntries, frozen: "ea46ee08596f249f" },
  "0158-roster-departures": { up: rosterDepartures, frozen: "981e51defb248a2d" },
  "0160-preferred-names": { up: preferredNames, frozen: "d1b5f27ab059bf54" },
  "0163-corrected-lines": { up: correctedLines, frozen: "7c5d35ad48fea38f" },
  "0165-names-of-sets": { up: namesOfSets, frozen: "a7c655ccae5f9b93" },
  "0166-answered-lines": { up: answeredLines, frozen: "844188fc0980ce94" },
  "0168-directories-of-sets": { up: directoriesOfSets, frozen: "57195a19f5db7ae2" },
  "0169-records-of-receipts": { up: recordsOfReceipts, frozen: "9569df07311c1862" },
};

/** Former names of two migrations that ran on main before they were renamed, with their current names. */
const formerNames = new Map([
  ["0009-proposals", "0008-proposals"],
  ["0010-booking-attempts", "0009-booking-attempts"],
]);

/**
 * Brings the store to the newest shape; several processes may do so at once. Throws a NewerStoreError, before anything is
 * written, where a newer version has the store, and otherwise what the failing migration said. A store that is up to date is
 * asked for the names of its migrations alone, unless they are given: the migrator's own check takes a tenth of a second.
 */
export async function migrateToLatest(db: Database, given?: readonly string[]): Promise<void> {
  const run = given ?? (await migrationsOf(db));
  const known = Object.keys(migrations);
  if (!sameNames(run, known)) {
    refuseNewer(run);
    if (run.some((name) => formerNames.has(name))) await renameFormer(db);
    await withinLongLimits(() => dropLimitedViews(db));
    await runMigrations(db, migrations);
  }
  await withinLongLimits(() => foldAnew(db));
  await withinLongLimits(() => keepLimitedViews(db));
}

/** Brings an empty store to the shape of one that has run exactly these migrations. Throws a NewerStoreError. */
export async function migrateTo(db: Database, names: readonly string[]): Promise<void> {
  refuseNewer(names);
  const wanted = new Set(names.map((name) => formerNames.get(name) ?? name));
  await runMigrations(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => wanted.has(name))));
}

async function runMigrations(db: Database, wanted: typeof migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => wanted },
    // Branches land in another order than their numbers say, and each migration changes something of its own.
    allowUnorderedMigrations: true,
  });
  const { error } = await withinLongLimits(() => migrator.migrateToLatest());
  if (error !== undefined) throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
}

function refuseNewer(run: readonly string[]): void {
  const unknown = run.filter((name) => migrations[name] === undefined && !formerNames.has(name));
  const newest = unknown.toSorted().at(-1);
  if (newest !== undefined) throw new NewerStoreError({ newest, known: Object.keys(migrations).at(-1) ?? "none" });
}

/** The names of the migrations that the store lacks. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  return pendingAfter(await migrationsOf(db));
}

/** The names of the migrations that a store lacks which has run these. */
export function pendingAfter(run: readonly string[]): string[] {
  const done = new Set(run);
  return Object.keys(migrations).filter((name) => !done.has(name));
}

async function renameFormer(db: Database): Promise<void> {
  await transact(db, async (trx) => {
    for (const [former, name] of formerNames)
      await sql`update ${sql.table(DEFAULT_MIGRATION_TABLE)} set name = ${name} where name = ${former}`.execute(trx);
  });
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set(a).isSubsetOf(new Set(b));
}

/** The names of the migrations that the store has run; none for an empty one. */
export async function migrationsOf(db: Database | Transaction): Promise<string[]> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as there`.execute(db);
  if (rows[0]?.there !== true) return [];
  const run = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return run.rows.map(({ name }) => name);
}
