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

interface BookableStatement {
  readonly name: string;
  readonly pointer: string;
  readonly bookable: boolean;
  readonly reasons: readonly string[];
  /** Whether the profile has words for one of the reasons, and so knows of it. */
  readonly isKnown: boolean;
}

/** What a record says itself of being booked; null where it or the profile does not say. */
function statementIn(profile: ServiceProfile, type: string, raw: JsonObject): BookableStatement | null {
  for (const [name, meaning] of Object.entries(profile.data.records[type]?.meanings ?? {})) {
    if (!("kind" in meaning) || meaning.kind !== "bookable") continue;
    const decoded = decodeBookable(meaning, raw);
    if (decoded === null || decoded === undefined) return null;
    const { words } = meaning.reasons;
    return {
      name,
      pointer: meaning.at,
      bookable: decoded.bookable,
      reasons: decoded.reasons.map((reason) => words[reason] ?? reason),
      isKnown: decoded.reasons.some((reason) => Object.hasOwn(words, reason)),
    };
  }
  return null;
}

/** Why nothing of the schedule of the run can be booked, as the end of a sentence: it, or its practitioner, takes no bookings. */
export async function closedText(session: CheckSession): Promise<string> {
  for (const type of ["schedule", "practitioner"]) {
    const read = await session.readRecord(type, null);
    const raw = read === null ? null : objectIn(read);
    const statement = raw === null ? null : statementIn(session.profile, type, raw);
    if (statement?.bookable !== false) continue;
    const because = statement.reasons.length === 0 ? "" : `: ${statement.reasons.join(", ")}`;
    return `; the ${type} cannot be booked${because}: try another id`;
  }
  return "";
}

/** A schedule with open slots that is read as one that cannot be booked, for no reason that the profile has words for; null where there is none. */
export async function bookableProblem(session: CheckSession, index: string | null): Promise<ProfileProblem | null> {
  const slots = await session.openSlots(index);
  const read =
    slots === null || (listIn(slots) ?? []).length === 0 ? null : await session.readRecord("schedule", index);
  const raw = read === null ? null : objectIn(read);
  const statement = raw === null ? null : statementIn(session.profile, "schedule", raw);
  if (raw === null || statement === null || statement.bookable || statement.isKnown) return null;
  const value = valueAt(raw, statement.pointer);
  return {
    pointer: formatPointer(["records", "schedule", "meanings", statement.name, "yes"]),
    message: `reads ${value === undefined ? "nothing" : excerpt(value)} at ${statement.pointer} of a schedule as one that cannot be booked, but the service lists open slots of it: ${value === undefined || value === null ? '"missing" may be "yes"' : `add ${excerpt(value)}`}`,
  };
}
