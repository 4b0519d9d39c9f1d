import type { RecordKey } from "@dc/directory";
import type { Events } from "#/runtime/events.ts";
import type { KeptSummary } from "#/store/tables/records/record-summaries.ts";
import type { ComparedRecord, FreshReading } from "./compared-record.ts";

export interface RecordsCompared {
  indexId: string;
  compared: readonly ComparedRecord[];
  /** What was kept of their comparisons before anything was read for these. */
  kept: readonly KeptSummary[];
  /** Keys of records of which what was verified is derived again after this. */
  verifiedNext?: ReadonlySet<string> | undefined;
}

/** Events of a connection that have consequences elsewhere; `reactions.ts` lists the subscribers. */
export type ServerEvents = Events<{
  /** Fresh readings were saved; those that moved said something else before. Published outside their transaction. */
  "records read": { readings: readonly FreshReading[]; moved: readonly FreshReading[] };
  /** Records of an index were compared with the standard index. */
  "records compared": RecordsCompared;
  /** Changes, drafts or decisions of these records were committed; readers get something else of those that are overridden anew. */
  "ledger changed": { indexId: string; records: readonly RecordKey[]; overridden: readonly RecordKey[] };
}>;
