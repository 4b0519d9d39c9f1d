import { decodeMeaning, recordOperation } from "@dc/api-client";
import { objectIn } from "#/service/check-session.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { needsId } from "./check.ts";
import type { ContractSession } from "./contract-session.ts";

/** The record at the end of a chain of references, or why it could not be reached. */
export async function findOwner(
  session: ContractSession,
  type: string,
  via: readonly string[],
  index: string | null = null,
): Promise<{ readonly type: string; readonly id: string; readonly result: ProbeResult } | string> {
  let ownerType = type;
  let id = session.recordIds.get(type);
  if (id === undefined) return needsId(type);
  let result = await session.sendCached({ operation: recordOperation("read", ownerType), values: { id }, index });
  for (const step of via) {
    const meaning = session.profile.data.records[ownerType]?.meanings[step];
    const raw = objectIn(result);
    if (meaning === undefined || !("to" in meaning) || raw === null) return `the ${ownerType} could not be read`;
    const decoded = decodeMeaning(meaning, raw);
    const value = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
    if (typeof value !== "string") return `the ${ownerType} refers to no ${step} (${meaning.at})`;
    ownerType = meaning.to;
    id = value;
    const operation = recordOperation("read", ownerType);
    if (!session.hasOperation(operation)) return `the profile has no operation ${operation}`;
    result = await session.sendCached({ operation, values: { id }, index });
  }
  return { type: ownerType, id, result };
}
