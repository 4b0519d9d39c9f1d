import type { Deps } from "#/context/deps.ts";
import { followBase } from "#/ledger/follow-base.ts";
import { proposeTakeBase } from "#/operations/proposals/propose-take-base.ts";
import { NAMES_OF_SETS } from "#/operations/search/derive-names-of-sets.ts";
import { saveNames } from "#/records/effective-names.ts";
import { saveNamesOfBase } from "#/records/names-in-either.ts";
import { refreshSummaries } from "#/records/refresh-summaries.ts";
import { saveVerified } from "#/records/save-verified.ts";
import { saveStandardPhones, saveSummaries } from "#/records/save-summaries.ts";
import { settleFromReadings } from "#/sending/settling/settle-from-readings.ts";

/** All subscriptions to the events of a connection, in the order in which they run. Publishers wait for them. */
export function subscribeReactions(deps: Deps): void {
  const { events } = deps;
  events.subscribe("records read", ({ readings }) => settleFromReadings(deps, readings));
  events.subscribe("records read", ({ readings }) => saveStandardPhones(deps, readings));
  events.subscribe("records read", ({ moved }) => saveNamesOfBase(deps, moved));
  events.subscribe("records compared", ({ indexId, compared }) => followBase(deps, indexId, compared));
  events.subscribe("records compared", (compared) => saveSummaries(deps, compared));
  events.subscribe("records compared", ({ indexId, compared }) => proposeTakeBase(deps, indexId, compared));
  events.subscribe("ledger changed", ({ indexId, overridden }) => saveNames(deps, { indexId, records: overridden }));
  events.subscribe("ledger changed", ({ indexId, ...of }) => refreshSummaries(deps, indexId, of));
  events.subscribe("ledger changed", ({ indexId, overridden }) => saveVerified(deps, indexId, overridden));
  events.subscribe("ledger changed", async () => await Promise.resolve(deps.background.trigger(NAMES_OF_SETS)));
}
