import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  lastKey,
  targetOf,
  nameSimilarity,
  valueAt,
  type ComposedPart,
  type Json,
  type JsonObject,
  type OwnMeaning,
  type ServiceProfile,
} from "@dc/api-client";
import { kindOf } from "#/kinds/kinds.ts";
import { excerpt } from "#/service/describe-answer.ts";
import { withArticle } from "#/article.ts";
import { listMembers, looksLikeId, namedPointers, type Member } from "./answer-members.ts";
import { candidateMembers } from "./candidate-members.ts";

/** Records of one run, by type. */
export type RecordsByType = ReadonlyMap<string, readonly { readonly raw: JsonObject }[]>;

/** True when the ids of a reference or a set start as ids of what it refers to do. */
function hasItsIds(profile: ServiceProfile, meaning: OwnMeaning, value: Json): boolean {
  const target = targetOf(meaning);
  const prefix = target === null ? "" : profile.idPrefixOf(target);
  const entries = isJsonArray(value) ? value : [value];
  const texts = entries.flatMap((entry) => (isJsonObject(entry) ? Object.values(entry) : [entry]));
  return prefix !== "" && texts.some((text) => typeof text === "string" && text.startsWith(prefix));
}

/** Members of a record of another type that could hold the meaning and that no entry names, the likeliest first. */
function likelyMembers(
  profile: ServiceProfile,
  holder: string,
  name: string,
  meaning: OwnMeaning,
  raw: JsonObject,
): readonly Member[] {
  const named = namedPointers(profile, holder);
  const same = valueAt(raw, meaning.at);
  const isSame = same !== undefined && same !== null && !named.has(meaning.at);
  return [
    ...(isSame && kindOf(meaning).fits(same) ? [{ pointer: meaning.at, value: same }] : []),
    ...candidateMembers(raw, meaning.kind, [name, meaning.at.slice(1)], named).filter(
      ({ pointer, value }) =>
        (kindOf(meaning).isTelling && !/fax/i.test(pointer)) ||
        nameSimilarity(name, lastKey(pointer)) >= 0.6 ||
        hasItsIds(profile, meaning, value),
    ),
  ];
}

/** Whether these records have other parts of the same composed name; if so, a missing part has no value. */
function isPartOfFoundName(profile: ServiceProfile, type: string, name: string, read: RecordsByType): boolean {
  const isOf = (part: ComposedPart, meaning: string) =>
    part.via.length === 0 && part.owner.type === type && part.owner.meaning === meaning;
  return profile
    .composed(type)
    .filter(({ parts }) => parts.some((part) => isOf(part, name)))
    .flatMap(({ parts }) => parts)
    .some((part) => {
      const meaning = profile.data.records[type]?.meanings[part.owner.meaning];
      if (isOf(part, name) || !isOf(part, part.owner.meaning) || meaning === undefined || !("at" in meaning))
        return false;
      return (read.get(type) ?? []).some(({ raw }) => typeof valueAt(raw, meaning.at) === "string");
    });
}

/** Where another record type has what looks like a meaning that no record of its own type has, in words; null where none has. */
export function heldElsewhere(
  profile: ServiceProfile,
  type: string,
  name: string,
  meaning: OwnMeaning,
  read: RecordsByType,
): string | null {
  if (isPartOfFoundName(profile, type, name, read)) return null;
  for (const [holder, records] of read) {
    if (holder === type) continue;
    for (const { raw } of records) {
      const [best] = likelyMembers(profile, holder, name, meaning, raw);
      if (best === undefined) continue;
      const shape = "shape" in meaning ? `, ${kindOf(meaning).suggest(meaning, best.value, [])}` : "";
      return `${withArticle(holder)} has "${best.pointer}" (${excerpt(best.value, 50)}), which no entry names: if that is it, write "${name}": { "kind": "${meaning.kind}", "at": "${best.pointer}"${shape} } among the meanings of "${holder}"${borrowers(profile, holder, name)}, and remove it here`;
    }
  }
  return null;
}

/** How the types that refer to a record take a meaning from it. */
function borrowers(profile: ServiceProfile, owner: string, name: string): string {
  const advice = profile.recordTypes.flatMap((type) =>
    Object.entries(profile.data.records[type]?.meanings ?? {}).flatMap(([reference, meaning]) =>
      "to" in meaning && meaning.to === owner
        ? [`"${name}": { "via": ["${reference}"] } among those of "${type}"`]
        : [],
    ),
  );
  return advice.length === 0 ? "" : `, ${advice.join(", ")}`;
}

/** Members that no entry names and that seem to refer to further records, which may hold what was not found. */
export function unnamedReferences(profile: ServiceProfile, read: RecordsByType): string | null {
  const descriptions = [...read].flatMap(([type, records]) => {
    const named = namedPointers(profile, type);
    const members = records.flatMap(({ raw }) =>
      listMembers(raw, 1).filter(
        ({ pointer, value }) =>
          !named.has(pointer) &&
          ![...named].some((namedPointer) => namedPointer.startsWith(`${pointer}/`)) &&
          (isJsonObject(value)
            ? Object.values(value).some((inner) => typeof inner === "string" && looksLikeId(inner))
            : typeof value === "string" && looksLikeId(value)),
      ),
    );
    const [first] = members;
    return first === undefined
      ? []
      : [`"${formatPointer([lastKey(first.pointer)])}" of ${withArticle(type)} (${excerpt(first.value, 40)})`];
  });
  return descriptions.length === 0 ? null : descriptions.join(" or ");
}
