import {
  decodeBookable,
  formatPointer,
  valueAt,
  type JsonObject,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { listIn, objectIn, type CheckSession } from "#/service/check-session.ts";
import { excerpt } from "#/service/describe-answer.ts";

interface Said {
  readonly name: string;
  readonly at: string;
  readonly bookable: boolean;
  readonly reasons: readonly string[];
}

/** What a record says itself of being booked; null where it or the profile does not say. */
function saidIn(profile: ServiceProfile, type: string, raw: JsonObject): Said | null {
  for (const [name, meaning] of Object.entries(profile.data.records[type]?.meanings ?? {})) {
    if (!("kind" in meaning) || meaning.kind !== "bookable") continue;
    const said = decodeBookable(meaning, raw);
    if (said === null || said === undefined) return null;
    const { words } = meaning.reasons;
    return { name, at: meaning.at, bookable: said.bookable, reasons: said.reasons.map((one) => words[one] ?? one) };
  }
  return null;
}

/** Why the schedule of the run has no open slots, as the end of a sentence: it, or its practitioner, cannot be booked. */
export async function closedText(session: CheckSession): Promise<string> {
  for (const type of ["schedule", "practitioner"]) {
    const read = await session.readRecord(type, null);
    const raw = read === null ? null : objectIn(read);
    const said = raw === null ? null : saidIn(session.profile, type, raw);
    if (said?.bookable !== false) continue;
    const because = said.reasons.length === 0 ? "" : `: ${said.reasons.join(", ")}`;
    return `; the ${type} cannot be booked${because}: try another id`;
  }
  return "";
}

/** A schedule with open slots that is read as one that cannot be booked; null where both agree. */
export async function bookableProblem(session: CheckSession, index: string | null): Promise<ProfileProblem | null> {
  const slots = await session.openSlots(index);
  const read =
    slots === null || (listIn(slots) ?? []).length === 0 ? null : await session.readRecord("schedule", index);
  const raw = read === null ? null : objectIn(read);
  const said = raw === null ? null : saidIn(session.profile, "schedule", raw);
  if (raw === null || said === null || said.bookable) return null;
  const value = valueAt(raw, said.at);
  return {
    pointer: formatPointer(["records", "schedule", "meanings", said.name, "yes"]),
    message: `reads ${value === undefined ? "nothing" : excerpt(value)} at ${said.at} of a schedule as one that cannot be booked, but the service lists open slots of it: ${value === undefined || value === null ? '"missing" may be "yes"' : `add ${excerpt(value)}`}`,
  };
}
