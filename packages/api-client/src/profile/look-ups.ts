import { isJsonObject, numberText, type Json } from "#/json/json.ts";
import { meaningText } from "./compose/meaning-text.ts";
import { decodeMeaning } from "./decode/decode-record.ts";
import { kindsThatSay, says } from "./kinds/kinds.ts";
import { listVariable, lookUpOperation, lookUpVariable, recordOperation } from "./operation-names.ts";
import { ownerOf } from "./schema/follow-references.ts";
import type { LookUpData, ServiceProfileData } from "./schema/profile-schema.ts";
import { placeholdersOf } from "./template.ts";

/** A way to find records of a type by the value of one of its meanings. */
export interface LookUp {
  readonly type: string;
  readonly meaning: string;
  /** `exact`: records that have this value. `text`: a search, in which the service chooses what fits. */
  readonly match: LookUpData["match"];
  /** What is answered: a list of whole records, one record, or a list of entries that have little more than an id. */
  readonly gives: LookUpData["gives"];
  /** How several values are asked for at once; null where one is. */
  readonly several: "repeated" | "comma" | null;
  /** The record type of whose ids the values are, where the meaning is a reference. */
  readonly refersTo: string | null;
  readonly operation: string;
  /** The variable of the operation that holds the value. */
  readonly variable: string;
}

/** The look-ups of a record type: those that the profile names, and the list of what refers to one practitioner or schedule. */
export function lookUpsOf(data: ServiceProfileData, type: string): readonly LookUp[] {
  const findBy = data.records[type]?.findBy ?? {};
  const named = Object.entries(findBy).map(([meaning, said]) => lookUp(data, { type, meaning, said }));
  const references = Object.keys(data.records[type]?.meanings ?? {}).filter(
    (meaning) => referredTo(data, type, meaning) !== null,
  );
  const listed = references
    .filter((meaning) => findBy[meaning] === undefined)
    .map((meaning) => lookUp(data, { type, meaning, said: { match: "exact", gives: "records", status: "assumed" } }))
    .filter(({ operation, refersTo }) => {
      const spelled = operation === recordOperation("list", type) ? data.operations[operation] : undefined;
      const isOnly = references.filter((other) => referredTo(data, type, other) === refersTo).length === 1;
      return spelled !== undefined && spelled.takesIndex && !spelled.private && isOnly;
    });
  return [...named, ...listed];
}

function lookUp(
  data: ServiceProfileData,
  { type, meaning, said }: { type: string; meaning: string; said: LookUpData },
): LookUp {
  const { match, gives, several = null } = said;
  const refersTo = referredTo(data, type, meaning);
  const [list, variable] = [recordOperation("list", type), listVariable(refersTo)];
  const { path = "", query = {} } = data.operations[list] ?? {};
  const asked = placeholdersOf([path, ...Object.values(query)]);
  const isListed = variable !== null && asked.length > 0 && asked.every((name) => name === variable);
  return {
    type,
    meaning,
    match,
    gives,
    several,
    refersTo,
    ...(isListed
      ? { operation: list, variable }
      : { operation: lookUpOperation(type, meaning), variable: lookUpVariable }),
  };
}

/** The record type that a reference of the record itself names. */
function referredTo(data: ServiceProfileData, type: string, meaning: string): string | null {
  const definition = data.records[type]?.meanings[meaning];
  return definition !== undefined && "to" in definition ? definition.to : null;
}

/** The value by which a look-up finds this record, as it is typed; null where the record says none itself. */
export function foundBy(
  data: ServiceProfileData,
  { type, meaning }: Pick<LookUp, "type" | "meaning">,
  raw: Json,
): string | null {
  if (!isJsonObject(raw)) return null;
  const definition = data.records[type]?.meanings[meaning];
  if (definition === undefined || !("at" in definition) || !["a number", "an id"].includes(says(definition)))
    return meaningText(data, { type, name: meaning, raw }, () => null);
  const decoded = decodeMeaning(definition, raw);
  const value = "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : null;
  return typeof value === "string" ? value : numberText(value);
}

/** How a value compares with those that were looked up: the same as one, another, or one that some services take for the same. */
export function compareLookedUp(
  { refersTo }: LookUp,
  value: string | null,
  asked: readonly string[],
): "same" | "similar" | "other" {
  if (value === null) return "other";
  const known = value.normalize("NFC").trim();
  if (asked.some((text) => text.normalize("NFC").trim() === known)) return "same";
  const isSimilar = refersTo === null && asked.some((text) => lettersAndDigits(value) === lettersAndDigits(text));
  return isSimilar ? "similar" : "other";
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
  exact: kindsThatSay("a text", "a word", "a number", "an id"),
  text: [...kindsThatSay("a text", "a word"), "composed"],
};

/** True where a meaning says one text, number or id, by which one can look up. */
export function canBeLookedUp(data: ServiceProfileData, { type, meaning, match }: LookUp): boolean {
  const source = ownerOf(data, type, meaning);
  const definition = source === null ? undefined : data.records[source.owner.type]?.meanings[source.owner.meaning];
  if (definition === undefined || "via" in definition) return false;
  return lookedUpKinds[match].includes(definition.kind);
}
