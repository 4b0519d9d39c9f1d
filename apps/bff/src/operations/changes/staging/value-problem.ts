import {
  equalJson,
  type FieldKind,
  impossibleNumber,
  impossiblePart,
  impossibleValue,
  invisibleSignIn,
  isWord,
  type Json,
  membersOf,
  type Operation,
  type Phone,
  phonesOf,
  type Reading,
  unlikeText,
  shapeOf,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { wordingOf } from "#/upstream/records/field-wording.ts";

/** The largest value of one change: phone numbers, entries of a list, and characters as JSON. */
export const maxValue = { phones: 100, entries: 2_000, characters: 50_000 } as const;

interface Asked {
  type: string;
  field: string;
  kind: FieldKind;
  operation: Operation;
  /** A person confirmed that an impossible number is intended. */
  isSentAsItStands: boolean;
  /** What the record already says here and in base; an existing value may be repeated, however unusual. */
  known: readonly Reading[];
}

/**
 * Why these elements are not accepted although they could be written, as the end of a sentence; null if they are
 * accepted.
 */
export function valueProblem(
  { service: { profile } }: Deps,
  { type, field, kind, operation, isSentAsItStands, known }: Asked,
): string | null {
  if (shapeOf(kind) === "keyed") {
    const region = profile.defaultRegion;
    const invalid = impossibleNumber(phonesOfOperation(operation), known, region);
    if (invalid === null || isSentAsItStands) return null;
    return `must be a possible phone number (national ones are read in ${region}), or be sent as it stands (asItStands); ${unlikeText(invalid)} is not possible`;
  }
  const form = wordingOf(profile, type, field);
  const brought = operation.op === "set" ? operation.value : undefined;
  if (form !== null && form.kind === kind && brought !== undefined && !isKnown(brought, known)) {
    const element = operation.op === "set" ? operation.element : undefined;
    const impossible = element === undefined ? impossibleValue(brought, form) : impossiblePart(kind, element, brought);
    if (impossible !== null) return impossible;
  }
  const set = shapeOf(kind) === "members" ? profile.meanings(type).find(({ name }) => name === field) : undefined;
  if (set === undefined || set.of === null) return null;
  const there = new Set(known.flatMap((reading) => [...(membersOf(reading) ?? [])]));
  const added = membersOfOperation(operation).filter((id) => !there.has(id));
  if (set.setContent === "words") {
    const invalid = added.find((word) => !isWord(word));
    return invalid === undefined
      ? null
      : `must hold words without a blank at either end or a line break, unlike ${unlikeText(invalid)}`;
  }
  const prefix = profile.idPrefixOf(set.of);
  const invalid = added.find((id) => !isId(id, prefix));
  if (invalid === undefined) return null;
  return prefix === ""
    ? `must contain only ids; ${unlikeText(invalid)} is not a valid id`
    : `must contain only ids that start with “${prefix}”; ${unlikeText(invalid)} does not`;
}

/**
 * Why a value is larger than a change takes, as the end of a sentence; null if it is not. Each value is compared, shown and
 * listed many times over, so that a page of changes stays as small as what one change holds.
 */
export function sizeProblem(kind: FieldKind | undefined, value: Json): string | null {
  if (kind !== undefined && shapeOf(kind) === "keyed" && Array.isArray(value) && value.length > maxValue.phones)
    return `must have at most ${maxValue.phones} phone numbers; this has ${value.length}`;
  if (Array.isArray(value) && value.length > maxValue.entries)
    return `must have at most ${maxValue.entries.toLocaleString("en")} entries; this has ${value.length}`;
  const { length } = JSON.stringify(value);
  if (length <= maxValue.characters) return null;
  return `must have at most ${maxValue.characters.toLocaleString("en")} characters as JSON; this has ${length}`;
}

function isKnown(value: Json, known: readonly Reading[]): boolean {
  return known.some((reading) => "value" in reading && equalJson(reading.value, value));
}

function isId(id: string, prefix: string): boolean {
  return id.startsWith(prefix) && id.length > prefix.length && !id.includes(" ") && invisibleSignIn(id) === null;
}

function phonesOfOperation(operation: Operation): Phone[] {
  if (operation.op === "set") return phonesOf({ value: operation.value }) ?? [];
  const brought = elementOf(operation);
  return typeof brought === "object" && brought !== null ? [brought] : [];
}

function membersOfOperation(operation: Operation): string[] {
  if (operation.op === "set") return [...(membersOf({ value: operation.value }) ?? [])];
  const brought = elementOf(operation);
  return typeof brought === "string" ? [brought] : [];
}

function elementOf(operation: Operation): string | Phone | null {
  if (operation.op === "add") return operation.element;
  return operation.op === "replace" ? operation.by : null;
}
