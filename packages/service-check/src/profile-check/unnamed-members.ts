import { firstKey, formatPointer, type Json, type ServiceProfile } from "@dc/api-client";
import { excerpt } from "#/service/describe-answer.ts";
import { namedPointers } from "#/suggestions/answer-members.ts";
import { membersLostOnWrite } from "#/suggestions/element-round-trip.ts";
import { overlookedPart } from "#/suggestions/phone-problems.ts";
import type { ProfileCheckReport } from "./profile-check-report.ts";
import type { ReadRecord, ReadRecords } from "./read-records.ts";

/** Members of the records that were read and that no entry of the profile names, each with a sample. */
export function unnamedMembers(profile: ServiceProfile, read: ReadRecords): ProfileCheckReport["unnamed"] {
  return [...read].flatMap(([type, records]) => [
    ...unnamedInRecords(profile, type, records),
    ...unnamedInElements(profile, type, records),
  ]);
}

function unnamedInRecords(
  profile: ServiceProfile,
  type: string,
  records: readonly ReadRecord[],
): ProfileCheckReport["unnamed"] {
  const named = new Set([...namedPointers(profile, type)].map(firstKey));
  const members = new Map<string, Json>();
  for (const { raw } of records)
    for (const [key, value] of Object.entries(raw))
      if (!named.has(key) && (members.get(key) ?? null) === null) members.set(key, value);
  return [...members].map(([key, value]) => {
    const advice = isTimeOfChange(key, value)
      ? `: looks like a time of change; add it to /records/${type}/ignored, or every new value counts as a change`
      : "";
    return { type, pointer: formatPointer([key]), sample: `${excerpt(value)}${advice}` };
  });
}

function isTimeOfChange(key: string, value: Json): boolean {
  const isNamed = /chang|updat|modif|revis|edit|touch|refresh|sync|last/i.test(key);
  const isTime = typeof value === "string" ? !Number.isNaN(Date.parse(value)) : typeof value === "number";
  return isNamed && isTime;
}

/** Members of phones, ids and references that an entry would lack once it was written anew. */
function unnamedInElements(
  profile: ServiceProfile,
  type: string,
  records: readonly ReadRecord[],
): ProfileCheckReport["unnamed"] {
  return Object.entries(profile.data.records[type]?.meanings ?? {}).flatMap(([name, meaning]) => {
    if (!("at" in meaning)) return [];
    const element = formatPointer(["records", type, "meanings", name, "write", "element"]);
    const members = membersLostOnWrite(meaning, records).filter(
      // What looks like a part of a phone is reported as something to change.
      (member) => overlookedPart(meaning, member) === null,
    );
    return members.map((member) => ({
      type,
      pointer: `${meaning.at}${"to" in meaning ? "" : "/…"}${member.pointer}`,
      sample: `${excerpt(member.value, 40)}: would be lost when an entry is written anew; add it to ${element} to keep it`,
    }));
  });
}
