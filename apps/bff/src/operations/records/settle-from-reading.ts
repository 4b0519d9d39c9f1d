import type { JsonObject, RecordKey } from "@dc/directory";
import type { Deps } from "#/context.ts";

/** What the service just answered for a record in an index; `raw` is null when it said that there is none. */
export interface FreshReading {
  indexId: string;
  record: RecordKey;
  raw: JsonObject | null;
}

/** Called after fresh readings were kept, outside their transaction: where I = W, held changes become applied. */
export async function settleFromReadings(_deps: Deps, _fresh: readonly FreshReading[]): Promise<void> {}
