import type { LookUpQuery, LookUpResults } from "@dc/contract";
import { soughtIn } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { rosterOptions } from "#/operations/roster-imports/begin-roster-import.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { findRecords, lookUpsFor } from "#/upstream/records/find-records.ts";

/** Asks the service for a practitioner or a schedule by a number or a text; what it fails at is told, not thrown. */
export async function lookUp(context: RequestContext, { q, indexId }: LookUpQuery): Promise<LookUpResults> {
  const { service } = context.deps;
  const wanted = indexId ?? service.profile.standardIndex;
  await loadIndexVersion(context, wanted, "?indexId");
  const { lookUps: known = [] } = rosterOptions(context.deps);
  const sought = soughtIn(q, known) ?? { value: q, match: "text" as const, by: null };
  const lookUps = lookUpsFor(service.profile, sought);
  const asked = {
    indexId: wanted,
    by: [...new Set(lookUps.map(({ type, meaning }) => fieldNoun(service.profile, type, meaning)))],
  };
  const answer = await findRecords(service, { indexId: wanted, value: sought.value, lookUps });
  if (answer.outcome === "failed") return { ...asked, finds: [], more: false, failure: answer.failure.detail };
  const finds = answer.finds.map(({ type, id, name, practitionerId, by }) => ({
    record: { type, id },
    name,
    practitionerId,
    by: fieldNoun(service.profile, type, by),
  }));
  return { ...asked, finds, more: !answer.isWhole, failure: null };
}
