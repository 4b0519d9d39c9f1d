import type { PractitionerQuery, RecordView } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/runtime/context.ts";
import { OperationError } from "#/runtime/errors.ts";
import { loadIndexVersion } from "#/operations/index-versions/load.ts";
import { compareWithRelated, namesAmong } from "#/operations/related/compare-related.ts";
import { givenId } from "#/store/tables/assigned-ids.ts";
import { viewRecord } from "./view-record.ts";

export interface ViewRecordRequest {
  indexId: string;
  record: RecordKey;
  query: z.output<typeof PractitionerQuery>;
}

/** One record of any type that the profile knows, in an index, against another one. */
export async function viewOneRecord(
  context: RequestContext,
  { indexId, record: { type, id: asked }, query }: ViewRecordRequest,
): Promise<RecordView> {
  const { connection, deps } = context;
  const { recordTypes, standardIndex } = deps.service.profile;
  if (!recordTypes.includes(type))
    throw new OperationError(
      "not_found",
      `There is no record type ${type}: the profile has ${recordTypes.join(", ")}.`,
    );
  await loadIndexVersion(context, indexId);
  const against = await loadIndexVersion(context, query.against ?? standardIndex, "?against");
  const id = await givenId(deps.store.db, { connectionId: connection.id, indexId, type, id: asked });
  const { compared, related } = await compareWithRelated(
    { deps },
    { indexId, againstId: against.id, records: [{ type, id }], maxAgeS: query.maxAge },
  );
  const [one] = compared;
  if (one === undefined) throw new RangeError("one record has one comparison");
  const nameOf = namesAmong(deps, [...compared, ...related]);
  return viewRecord(deps, one, { withRaw: query.raw === "1", name: nameOf(one) });
}
