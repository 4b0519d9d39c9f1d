import { decodeMeaning, recordOperation } from "@dc/api-client";
import type { Probed } from "#/service/probe.ts";
import { objectOf, type Suite } from "#/service/suite.ts";
import { lackingId } from "./check.ts";

/** The record at the end of a chain of references from a subject of the run, or why it could not be reached. */
export async function ownerOf(
  suite: Suite,
  type: string,
  via: readonly string[],
  index: string | null = null,
): Promise<{ readonly type: string; readonly id: string; readonly probed: Probed } | string> {
  let here = type;
  let id = suite.subjects.get(type);
  if (id === undefined) return lackingId(type);
  let probed = await suite.once({ operation: recordOperation("read", here), values: { id }, index });
  for (const step of via) {
    const meaning = suite.profile.data.records[here]?.meanings[step];
    const raw = objectOf(probed);
    if (meaning === undefined || "via" in meaning || meaning.kind !== "reference" || raw === null)
      return `the ${here} could not be read`;
    const decoded = decodeMeaning(meaning, raw);
    const value = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
    if (typeof value !== "string") return `the ${here} names no ${step} (${meaning.at})`;
    here = meaning.to;
    id = value;
    const operation = recordOperation("read", here);
    if (!suite.has(operation)) return `the profile has no operation ${operation}`;
    probed = await suite.once({ operation, values: { id }, index });
  }
  return { type: here, id, probed };
}
