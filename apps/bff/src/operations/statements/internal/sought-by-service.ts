import { type RecordKey, soughtIn } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { rosterOptions } from "#/operations/roster-imports/begin-roster-import.ts";
import { findRecords, lookUpsFor } from "#/upstream/records/find-records.ts";

/** The practitioners and schedules that the service finds by a number or a text, where its profile says that it can. */
export async function soughtByService(deps: Deps, line: string): Promise<RecordKey[]> {
  const { service } = deps;
  const sought = soughtIn(line, rosterOptions(deps).lookUps ?? []);
  const lookUps = sought === null ? [] : lookUpsFor(service.profile, sought);
  if (sought === null || lookUps.length === 0) return [];
  const asked = { indexId: service.profile.standardIndex, value: sought.value, lookUps };
  const answer = await findRecords(service, asked);
  return answer.outcome === "failed" ? [] : answer.finds;
}
