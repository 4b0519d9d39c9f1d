import { type RecordKey, rosterNoteText, soughtIn } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { rosterOptions } from "#/operations/roster-imports/begin-roster-import.ts";
import { findRecords, lookUpsFor } from "#/upstream/records/find-records.ts";

export interface Sought {
  found: readonly RecordKey[];
  /** Why the service was not asked; null where it was, or has no look-up for the text. */
  notSought: string | null;
}

/**
 * The practitioners and schedules that the service finds by a number or a text, where its profile says that it can. With
 * `tooManyFor` it is not asked.
 */
export async function soughtByService(deps: Deps, line: string, tooManyFor?: { most: number }): Promise<Sought> {
  const { service } = deps;
  const sought = soughtIn(line, rosterOptions(deps).lookUps ?? []);
  const lookUps = sought === null ? [] : lookUpsFor(service.profile, sought);
  if (sought === null || lookUps.length === 0) return { found: [], notSought: null };
  if (tooManyFor !== undefined)
    return { found: [], notSought: rosterNoteText({ code: "too-many-to-look-up", params: tooManyFor }) };
  const asked = { indexId: service.profile.standardIndex, value: sought.value, lookUps };
  const answer = await findRecords(service, asked);
  return answer.outcome === "failed"
    ? { found: [], notSought: answer.failure.detail }
    : { found: answer.finds, notSought: null };
}
