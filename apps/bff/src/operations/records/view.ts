import type { PractitionerQuery, RecordView } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { refreshRelatedComparisons } from "#/records/refresh-related.ts";
import { assignedId } from "#/store/tables/records/assigned-ids.ts";
import { describeRecord } from "#/views/describe-record.ts";

export interface ViewRecordRequest {
  indexId: string;
  record: RecordKey;
  query: z.output<typeof PractitionerQuery>;
}

/** One record of any type in the profile, in one index compared with another. */
export async function viewRecord(
  context: RequestContext,
  { indexId, record: { type, id: asked }, query }: ViewRecordRequest,
): Promise<RecordView> {
  const { connection, deps } = context;
  const { recordTypes, standardIndex } = deps.service.profile;
  if (!recordTypes.includes(type))
    throw operationError("not_found", "record-type", { type, recordTypes: recordTypes.join(", ") });
  await loadIndexVersion(context, indexId);
  const against = await loadIndexVersion(context, query.against ?? standardIndex, "?against");
  const id = await assignedId(deps.store.db, { connectionId: connection.id, indexId, type, id: asked });
  const { compared, related } = await refreshRelatedComparisons(deps, {
    indexId,
    againstId: against.id,
    records: [{ type, id }],
    maxAge: query.maxAge,
  });
  const [record] = compared;
  if (record === undefined) throw new RangeError("one record has one comparison");
  const nameOf = await namesAmong(deps, indexId, [...compared, ...related]);
  return describeRecord(deps, record, { withRaw: query.raw === "1", name: nameOf(record) });
}
