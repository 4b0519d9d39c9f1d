import { numberText } from "#/json/exact-number.ts";
import { isJsonObject, type Json } from "#/json/json.ts";
import { meaningText } from "./compose/meaning-text.ts";
import { decodeMeaning } from "./decode/decode-record.ts";
import { kindsThatSay, says } from "./kinds/kinds.ts";
import { lookUpOperation } from "./operation-names.ts";
import { ownerOf } from "./schema/follow-references.ts";
import type { LookUpData, ServiceProfileData } from "./schema/profile-schema.ts";

/** A way to find records of a type by the value of one of its meanings. */
export interface LookUp {
  readonly type: string;
  readonly meaning: string;
  /** `exact`: records that have this value. `text`: a search, in which the service chooses what fits. */
  readonly match: LookUpData["match"];
  /** What is answered: a list of whole records, one record, or a list of entries that have little more than an id. */
  readonly gives: LookUpData["gives"];
  readonly operation: string;
}

/** The look-ups of a record type, in the order of the profile. */
export function lookUpsOf(data: ServiceProfileData, type: string): readonly LookUp[] {
  return Object.entries(data.records[type]?.findBy ?? {}).map(([meaning, { match, gives }]) => ({
    type,
    meaning,
    match,
    gives,
    operation: lookUpOperation(type, meaning),
  }));
}

/** The value by which a look-up finds this record, as it is typed; null where the record says none itself. */
export function foundBy(data: ServiceProfileData, { type, meaning }: LookUp, raw: Json): string | null {
  if (!isJsonObject(raw)) return null;
  const definition = data.records[type]?.meanings[meaning];
  if (definition === undefined || !("at" in definition) || says(definition) !== "a number")
    return meaningText(data, { type, name: meaning, raw }, () => null);
  const decoded = decodeMeaning(definition, raw);
  const value = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
  return numberText(value);
}

/** How a value compares with what was looked up: the same, another, or one that some services take for the same. */
export function compareLookedUp(value: string | null, asked: string): "same" | "similar" | "other" {
  if (value === null) return "other";
  if (value.normalize("NFC").trim() === asked.normalize("NFC").trim()) return "same";
  return lettersAndDigits(value) === lettersAndDigits(asked) ? "similar" : "other";
}

function lettersAndDigits(text: string): string {
  const kept = text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  // Some services keep numbers without their leading zeros.
  return kept.replace(/^0+(?=.)/, "");
}

/** The kinds of the meanings that can be looked up by. */
export const lookedUpKinds: Readonly<Record<LookUp["match"], readonly string[]>> = {
  exact: kindsThatSay("a text", "a word", "a number"),
  text: [...kindsThatSay("a text", "a word"), "composed"],
};

/** True where a meaning says one text or number, by which one can look up. */
export function canBeLookedUp(data: ServiceProfileData, { type, meaning, match }: LookUp): boolean {
  const source = ownerOf(data, type, meaning);
  const definition = source === null ? undefined : data.records[source.owner.type]?.meanings[source.owner.meaning];
  if (definition === undefined || "via" in definition) return false;
  return lookedUpKinds[match].includes(definition.kind);
}
