import type { PractitionerQuery, RecordView } from "@dc/contract";
import type { z } from "zod";
import type { RequestContext } from "#/context.ts";
import { loadIndexVersion } from "#/operations/index-versions/load.ts";
import { compareRecordInIndex } from "#/operations/records/compare-record.ts";
import { viewRecord } from "#/operations/records/view-record.ts";

export interface ViewScheduleRequest {
  indexId: string;
  scheduleId: string;
  query: z.output<typeof PractitionerQuery>;
}

/** One schedule in an index, against another one. */
export async function viewSchedule(
  context: RequestContext,
  { indexId, scheduleId, query }: ViewScheduleRequest,
): Promise<RecordView> {
  await loadIndexVersion(context, indexId);
  await loadIndexVersion(context, query.against);
  const compared = await compareRecordInIndex(
    context,
    { type: "schedule", id: scheduleId },
    indexId,
    query.against,
    query.maxAge,
  );
  return viewRecord(context.deps, compared, query.raw === "1");
}
