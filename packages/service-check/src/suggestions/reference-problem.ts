import {
  decodeId,
  decodeMeaning,
  formatPointer,
  isJsonArray,
  type Json,
  type JsonObject,
  type OwnMeaning,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { excerpt } from "#/service/describe-answer.ts";
import { listMembers } from "./candidate-members.ts";

type Naming = Extract<OwnMeaning, { kind: "reference" | "set" }>;

/** What a meaning of a record names, and where the profile says so. */
export interface ReferencedId {
  readonly type: string;
  readonly id: string;
  readonly pointer: string;
  readonly meaning: Naming;
}

/** The ids of other record types that a record names. */
export function referencedIds(profile: ServiceProfile, type: string, raw: JsonObject): readonly ReferencedId[] {
  return Object.entries(profile.data.records[type]?.meanings ?? {}).flatMap(
    ([name, meaning]): readonly ReferencedId[] => {
      if ("via" in meaning || (meaning.kind !== "reference" && meaning.kind !== "set")) return [];
      const target = meaning.kind === "reference" ? meaning.to : meaning.of;
      const decoded = decodeMeaning(meaning, raw);
      if (profile.data.records[target] === undefined || !("reading" in decoded) || !("value" in decoded.reading))
        return [];
      const { value } = decoded.reading;
      const ids = isJsonArray(value) ? value : [value];
      const pointer = formatPointer(["records", type, "meanings", name, "at"]);
      return ids.filter((id) => typeof id === "string").map((id) => ({ type: target, id, pointer, meaning }));
    },
  );
}

function idsAt(meaning: Naming, value: Json): readonly (string | null)[] {
  if (meaning.kind === "reference") return [decodeId(value, meaning.shape)];
  return isJsonArray(value) ? value.map((entry) => decodeId(entry, meaning.shape)) : [];
}

/** The meaning that looks at a wrong member: what it names begins otherwise than ids of its type, and another member's ids do not. */
export function wrongReferenceProblem(
  profile: ServiceProfile,
  raw: JsonObject,
  { type, id, pointer, meaning }: ReferencedId,
): ProfileProblem | null {
  const prefix = profile.data.records[type]?.idPrefix ?? "";
  if (prefix === "" || id.startsWith(prefix)) return null;
  const fitting = listMembers(raw, 3).filter(({ value }) => {
    const ids = idsAt(meaning, value);
    return ids.length > 0 && ids.every((one) => one?.startsWith(prefix) === true);
  });
  if (fitting.length === 0) return null;
  const places = fitting.map((member) => `"${member.pointer}" (${excerpt(member.value, 40)})`);
  return {
    pointer,
    message: `is "${meaning.at}", which holds the id "${id}", but ids of a ${type} start with "${prefix}"; it may be ${places.join(" or ")}`,
  };
}
