import {
  decodeId,
  decodeMeaning,
  elementsIn,
  formatPointer,
  isJsonArray,
  type Json,
  type JsonObject,
  type OwnMeaning,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { excerpt } from "#/service/describe-answer.ts";
import { withArticle } from "#/article.ts";
import { listMembers } from "./answer-members.ts";

type Naming = Extract<OwnMeaning, { to: string } | { of: string }>;

/** An id that a meaning of a record refers to, and the pointer of that meaning in the profile. */
export interface ReferencedId {
  readonly type: string;
  readonly id: string;
  readonly pointer: string;
  readonly meaning: Naming;
}

/** The ids of other records that a record refers to. */
export function referencedIds(profile: ServiceProfile, type: string, raw: JsonObject): readonly ReferencedId[] {
  return Object.entries(profile.data.records[type]?.meanings ?? {}).flatMap(
    ([name, meaning]): readonly ReferencedId[] => {
      if (!("to" in meaning || "of" in meaning)) return [];
      const target = "to" in meaning ? meaning.to : meaning.of;
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
  const elements = "to" in meaning ? [value] : (elementsIn(meaning, value) ?? []);
  return elements.map((element) => decodeId(element, meaning.shape));
}

/** A reference at the wrong member: its id lacks the prefix of the type, and another member has ids with it. */
export function wrongReferenceProblem(
  profile: ServiceProfile,
  raw: JsonObject,
  { type, id, pointer, meaning }: ReferencedId,
): ProfileProblem | null {
  const prefix = profile.data.records[type]?.idPrefix ?? "";
  if (prefix === "" || id.startsWith(prefix)) return null;
  const fitting = listMembers(raw, 3).filter(({ value }) => {
    const ids = idsAt(meaning, value);
    return ids.length > 0 && ids.every((id) => id?.startsWith(prefix) === true);
  });
  if (fitting.length === 0) return null;
  const places = fitting.map((member) => `"${member.pointer}" (${excerpt(member.value, 40)})`);
  return {
    pointer,
    message: `is "${meaning.at}", which holds the id "${id}", but ids of ${withArticle(type)} start with "${prefix}"; it may be ${places.join(" or ")}`,
  };
}
