import { EncodeError } from "#/errors/encode-error.ts";
import { isJsonObject, type Json } from "#/json/json.ts";
import { valueAt, withoutValueAt, withValueAt } from "#/json/pointer.ts";
import { decodePhone } from "#/profile/decode/decode-phone.ts";
import { samePhone, type Phone } from "#/profile/phone.ts";
import type { PhoneRules, PhonesMeaning, PhoneShape } from "#/profile/schema/phone-shape.ts";
import { elementsIn, holdsOne, isPhoneObject, type PhoneObjectShape } from "#/profile/schema/shapes.ts";
import { fillTemplate } from "#/profile/template.ts";

/** How a phone number is written in a format; null when it cannot be. Given by whoever can parse numbers. */
export type FormatPhone = (number: string, format: PhoneFormat, region: string) => string | null;

/** Formats of a phone number that a profile can ask for. */
export type PhoneFormat = "e164" | "national" | "international" | "digits";

/** What writing phones needs besides the value. */
export interface PhoneWriting {
  readonly field: string;
  readonly region: string;
  readonly formatPhone: FormatPhone | null;
}

const plainRules: PhoneRules = { format: "as-typed", absentParts: "omit", empty: "as-given", remove: "refuse" };

/** The rules by which a meaning's phones are written. */
export function phoneRules(meaning: PhonesMeaning): PhoneRules {
  return meaning.write === undefined || meaning.write === "never" ? plainRules : meaning.write;
}

const formatWords = {
  e164: "in E.164 format",
  national: "in national format",
  international: "in international format",
  digits: "as digits only",
} as const;

function formatted(phone: Phone, rules: PhoneRules, context: PhoneWriting): Phone {
  if (rules.format === "as-typed") return phone;
  const inFormat = (format: PhoneFormat) => context.formatPhone?.(phone.number, format, context.region) ?? null;
  const number = inFormat(rules.format);
  if (number === null)
    throw new EncodeError(
      context.field,
      inFormat("e164") === null ? "unformattable" : "does-not-read-back",
      `"${phone.number}" cannot be written ${formatWords[rules.format]} so that it is read as the same number`,
    );
  return { ...phone, number };
}

function newElement(phone: Phone, shape: PhoneShape, rules: PhoneRules): Json {
  const absentPart = rules.absentParts === "omit" ? undefined : rules.absentParts === "null" ? null : "";
  const values = { number: phone.number, extension: phone.extension ?? absentPart, label: phone.label ?? absentPart };
  const template = phone.extension === null ? rules.element : (rules.elementWithExtension ?? rules.element);
  if (template !== undefined) return fillTemplate(template, values) ?? null;
  if (isPhoneObject(shape)) {
    const parts = { number: shape.number, extension: shape.extension, label: shape.label };
    let element: Json = {};
    for (const part of ["number", "extension", "label"] as const) {
      const pointer = parts[part];
      const value = values[part];
      if (pointer !== undefined && value !== undefined) element = withValueAt(element, pointer, value) ?? element;
    }
    return element;
  }
  const mark = shape.extensionMarks[0];
  return phone.extension === null || mark === undefined ? phone.number : `${phone.number} ${mark} ${phone.extension}`;
}

function changedElement(raw: Json, before: Phone, after: Phone, shape: PhoneShape, rules: PhoneRules): Json {
  if (!isPhoneObject(shape) || !isJsonObject(raw)) return newElement(after, shape, rules);
  let element: Json = raw;
  for (const part of ["number", "extension", "label"] as const) {
    const pointer = shape[part];
    const value = after[part];
    if (pointer === undefined || value === before[part]) continue;
    if (value === null && rules.absentParts === "omit") element = withoutValueAt(element, pointer);
    else element = withValueAt(element, pointer, value ?? (rules.absentParts === "null" ? null : "")) ?? element;
  }
  if (readsBack(element, after, shape)) return element;
  const fresh = newElement(after, shape, rules);
  const merged = withPhoneParts(fresh, raw, shape);
  return readsBack(merged, after, shape) ? merged : fresh;
}

/** The element as it was read, with the parts of a phone as another element spells them. */
function withPhoneParts(fresh: Json, raw: Json, shape: PhoneObjectShape): Json {
  let element = raw;
  for (const part of ["number", "extension", "label"] as const) {
    const pointer = shape[part];
    if (pointer === undefined) continue;
    const value = valueAt(fresh, pointer);
    element =
      value === undefined ? withoutValueAt(element, pointer) : (withValueAt(element, pointer, value) ?? element);
  }
  return element;
}

function readsBack(element: Json, phone: Phone, shape: PhoneShape): boolean {
  const read = decodePhone(element, shape);
  if (read === null) return false;
  const plain = (text: string | null) => (text === "" ? null : text);
  return (
    read.number === phone.number &&
    plain(read.extension) === plain(phone.extension) &&
    plain(read.label) === plain(phone.label)
  );
}

interface RawPhone {
  readonly raw: Json;
  readonly phone: Phone;
  isClaimed: boolean;
}

function claim(rawPhones: readonly RawPhone[], fits: (phone: Phone) => boolean): RawPhone | undefined {
  const rawPhone = rawPhones.find((candidate) => !candidate.isClaimed && fits(candidate.phone));
  if (rawPhone !== undefined) rawPhone.isClaimed = true;
  return rawPhone;
}

/** The raw element of each entry that did not change; in a list that kept its length, of equal ones that in its own place. */
function keptElements(rawPhones: readonly RawPhone[], phones: readonly Phone[]): (RawPhone | undefined)[] {
  const inPlace = phones.map((phone, position) =>
    rawPhones.length === phones.length
      ? claim(rawPhones.slice(position, position + 1), (before) => samePhone(before, phone))
      : undefined,
  );
  return phones.map((phone, position) => inPlace[position] ?? claim(rawPhones, (before) => samePhone(before, phone)));
}

/** The position of the only entry that changed, in a list that kept its length; null when several did. */
function indexOfOnlyChange(
  rawPhones: readonly RawPhone[],
  kept: readonly (RawPhone | undefined)[],
  count: number,
): number | null {
  if (rawPhones.length !== count || kept.length !== count) return null;
  const changed = kept.flatMap((rawPhone, index) => (rawPhone === undefined ? [index] : []));
  const [position] = changed;
  return changed.length === 1 && position !== undefined && rawPhones[position]?.isClaimed === false ? position : null;
}

/** Writes phones over the raw value: an entry that did not change keeps its raw element, one that changed a part keeps its other keys. */
export function encodePhones(
  meaning: PhonesMeaning,
  raw: Json | undefined,
  phones: readonly Phone[],
  context: PhoneWriting,
): Json {
  const { shape } = meaning;
  const rules = phoneRules(meaning);
  const rawElements = raw === undefined ? [] : (elementsIn(meaning, raw) ?? []);
  const rawPhones = rawElements.flatMap((element): RawPhone[] => {
    const phone = decodePhone(element, shape);
    return phone === null ? [] : [{ raw: element, phone, isClaimed: false }];
  });
  const kept = keptElements(rawPhones, phones);
  const inPlace = indexOfOnlyChange(rawPhones, kept, rawElements.length);
  const elements = phones.map((phone, position) => {
    const same = kept[position];
    if (same !== undefined) return same.raw;
    const after = formatted(phone, rules, context);
    const similar =
      claim(rawPhones, (before) => before.number === phone.number) ??
      claim(rawPhones, (before) => phone.label !== null && before.label === phone.label) ??
      (position === inPlace ? rawPhones[position] : undefined);
    const element =
      similar === undefined
        ? newElement(after, shape, rules)
        : changedElement(similar.raw, similar.phone, after, shape, rules);
    if (readsBack(element, after, shape)) return element;
    if (after.label !== null && (!isPhoneObject(shape) || shape.label === undefined)) {
      throw new EncodeError(context.field, "no-place", "the service has no field for a label");
    }
    throw new EncodeError(
      context.field,
      after.extension === null ? "does-not-read-back" : "no-place",
      `"${after.number}" would not be read back as it is written`,
    );
  });
  if (elements.length === 0) return emptyValue(rules.empty, shape);
  return holdsOne(meaning) ? onlyElement(elements, context.field, "phone") : elements;
}

/** The one element of a value that the service keeps without a list. */
export function onlyElement(elements: readonly Json[], field: string, what: "phone" | "word" | "id"): Json {
  const [only, second] = elements;
  if (second !== undefined || only === undefined)
    throw new EncodeError(
      field,
      "too-many",
      `the service holds one ${what} here: replace it instead of adding another`,
    );
  return only;
}

function emptyValue(empty: PhoneRules["empty"], shape: PhoneShape): Json {
  if (empty === "null") return null;
  if (empty === "text") return "";
  if (empty === "list") return [];
  return shape.form === "text" ? "" : shape.form === "object" ? null : [];
}
