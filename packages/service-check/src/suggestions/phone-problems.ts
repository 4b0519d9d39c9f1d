import {
  decodePhone,
  elementsIn,
  EncodeError,
  encodePhones,
  firstKey,
  isJsonObject,
  isPhoneObject,
  lastKey,
  nameSimilarity,
  valueAt,
  type Json,
  type JsonObject,
  type OwnMeaning,
  type Phone,
  type PhoneShape,
  type ProfileProblem,
} from "@dc/api-client";
import type { MeaningOf } from "#/kinds/checked-kind.ts";
import { excerpt } from "#/service/describe-answer.ts";
import { listMembers, type Member } from "./answer-members.ts";
import { membersLostOnWrite } from "./element-round-trip.ts";

type Phones = MeaningOf<"phones">;

const markedExtension = /\d\s*(;ext=|extension|ext\.?|x\.?|#)\s*\d{1,6}$/i;

type Records = readonly { readonly raw: JsonObject }[];

function entriesOf(meaning: Phones, records: Records): readonly Json[] {
  return records.flatMap(({ raw }) => elementsIn(meaning, valueAt(raw, meaning.at) ?? null) ?? []);
}

/** Problems of a phone shape in records that it can read: parts that no phone has, extensions inside numbers, parts that are not read. */
export function phoneProblems(meaning: Phones, pointer: string, records: Records): readonly ProfileProblem[] {
  const entries = entriesOf(meaning, records);
  const phones = entries.map((entry) => decodePhone(entry, meaning.shape));
  if (phones.includes(null)) return [];
  const unread = [
    ...partProblems(meaning, pointer, entries),
    ...markProblems(meaning, pointer, phones),
    ...overlookedParts(meaning, pointer, records),
  ];
  // Writing can be judged only once all parts are read.
  const unwritten = unread.length > 0 ? null : unwritablePhoneProblem(meaning, pointer, records);
  return unwritten === null ? unread : [...unread, unwritten];
}

/** Why existing phones could not be written with all of their parts; null when they can. */
export function phoneRoundTripProblem(meaning: Phones, pointer: string, records: Records): ProfileProblem | null {
  return overlookedParts(meaning, pointer, records)[0] ?? unwritablePhoneProblem(meaning, pointer, records);
}

/** An existing phone that could not be written as the profile writes phones; null when all can. */
function unwritablePhoneProblem(meaning: Phones, pointer: string, records: Records): ProfileProblem | null {
  const { shape, write } = meaning;
  if (write === undefined || write === "never") return null;
  // Formatting needs a phone library and does not affect where the parts go.
  const asTyped = { ...meaning, write: { ...write, format: "as-typed" as const } };
  const context = { field: "phones", region: "", formatPhone: null };
  const isLost = (phone: Phone): boolean => {
    try {
      encodePhones(asTyped, undefined, [phone], context);
      return false;
    } catch (error) {
      if (error instanceof EncodeError) return true;
      throw error;
    }
  };
  const lost = entriesOf(meaning, records)
    .map((entry) => decodePhone(entry, shape))
    .find((phone) => phone !== null && isLost(phone));
  if (lost === undefined || lost === null) return null;
  const { number, extension } = lost;
  // If a phone is lost even without its extension, the general element is wrong.
  if (extension === null || isLost({ ...lost, extension: null })) {
    const message = `writes a phone such as ${excerpt(number)} that would not be read back: ${misplacedPartAdvice(shape, write.element) ?? "leave it out, or put {number}, {extension} and {label} where the shape reads them"}`;
    return { pointer: `${pointer}/write/element`, message };
  }
  const [mark] = shape.extensionMarks;
  const such = isPhoneObject(shape)
    ? "the element with {extension} where the shape reads it"
    : `"{number} ${mark ?? "ext."} {extension}"`;
  const message = `${write.elementWithExtension === undefined ? "is left out, but" : "is wrong:"} a phone with an extension (${excerpt(number)}, ${extension}) could not be written: write ${such}`;
  return { pointer: `${pointer}/write/elementWithExtension`, message };
}

/** Advice for the first part that an element does not put where the shape reads it; null when all are right. */
function misplacedPartAdvice(shape: PhoneShape, element: Json | undefined): string | null {
  if (!isPhoneObject(shape) || element === undefined) return null;
  const members = listMembers(element, 3);
  for (const part of ["number", "label", "extension"] as const) {
    const pointer = shape[part];
    if (pointer === undefined || members.some((member) => member.pointer === pointer)) continue;
    const meant = members.find(({ value }) => value === `{${part}}`);
    return meant === undefined
      ? `the shape reads the ${part} at "${pointer}", but there is nothing: put "{${part}}" there`
      : `the shape reads the ${part} at "${pointer}", but "{${part}}" is at "${meant.pointer}": rename it`;
  }
  return null;
}

function partProblems({ shape }: Phones, meaningPointer: string, entries: readonly Json[]): readonly ProfileProblem[] {
  if (!isPhoneObject(shape)) return [];
  const named = new Set([shape.number, shape.extension, shape.label].map((part) => firstKey(part ?? "")));
  const others = new Set(
    entries.flatMap((entry) => (isJsonObject(entry) ? Object.keys(entry).filter((key) => !named.has(key)) : [])),
  );
  return (["extension", "label"] as const).flatMap((part): readonly ProfileProblem[] => {
    const pointer = shape[part];
    const isThere = pointer === undefined || entries.some((entry) => valueAt(entry, pointer) !== undefined);
    const candidates = [...others].filter((key) => canBePart(part, key, entries));
    if (isThere || candidates.length === 0) return [];
    const message = `is "${pointer}", but none of ${String(entries.length)} phones has it; not named by the profile: ${candidates.map((key) => `"/${key}"`).join(", ")}`;
    return [{ pointer: `${meaningPointer}/shape/${part}`, message }];
  });
}

/** A member that is never a text or a number says nothing of where a part is, unless its name does. */
function canBePart(part: keyof typeof partNames, key: string, entries: readonly Json[]): boolean {
  const hasText = entries.some((entry) => isJsonObject(entry) && ["string", "number"].includes(typeof entry[key]));
  return hasText || partNames[part].some((name) => nameSimilarity(name, key) >= 0.6);
}

const partNames = {
  extension: ["extension", "ext", "internal"],
  label: ["label", "type", "kind", "tag", "use", "purpose"],
} as const;
const plainNames = /(^|[^a-z])(id|key|ref|rank|order|position|priority|year|country)$/i;

function isPart(part: keyof typeof partNames, { pointer, value }: Member): boolean {
  const key = lastKey(pointer);
  const isText = typeof value === "string" || typeof value === "number";
  if (isText && partNames[part].some((name) => nameSimilarity(name, key) >= 0.6)) return true;
  return part === "extension" && typeof value === "string" && /^\d{2,6}$/.test(value) && !plainNames.test(key);
}

/** The part that a member seems to be, if the shape does not read that part; null otherwise. */
export function overlookedPart(meaning: OwnMeaning, member: Member): "extension" | "label" | null {
  if (!("shape" in meaning) || !("number" in meaning.shape)) return null;
  const { shape } = meaning;
  return (["extension", "label"] as const).find((part) => shape[part] === undefined && isPart(part, member)) ?? null;
}

/** Parts that phones have and the shape does not read, so that writing a phone would lose them. */
function overlookedParts(meaning: Phones, pointer: string, records: Records): readonly ProfileProblem[] {
  const lost = membersLostOnWrite(meaning, records);
  return (["extension", "label"] as const).flatMap((part): readonly ProfileProblem[] => {
    const lostMember = lost.find((member) => overlookedPart(meaning, member) === part);
    if (lostMember === undefined) return [];
    const message = `is left out, but phones have "${lostMember.pointer}" (${excerpt(lostMember.value)}), which would be lost when a phone is written anew: write "${lostMember.pointer}" here, and put "{${part}}" there in write.element`;
    return [{ pointer: `${pointer}/shape/${part}`, message }];
  });
}

function markProblems(
  meaning: Phones,
  pointer: string,
  phones: readonly ({ readonly number: string; readonly extension: string | null } | null)[],
): readonly ProfileProblem[] {
  const odd = phones.find((phone) => phone?.extension === null && markedExtension.test(phone.number));
  const mark = markedExtension.exec(odd?.number ?? "")?.[1];
  if (odd === undefined || odd === null || mark === undefined) return [];
  const marks = [...meaning.shape.extensionMarks, mark];
  return [
    {
      pointer: `${pointer}/shape/extensionMarks`,
      message: `the number ${excerpt(odd.number)} has an extension after "${mark}": write ${JSON.stringify(marks)}`,
    },
  ];
}
