import {
  decodeMeaning,
  holdsOne,
  isJsonArray,
  isJsonObject,
  isPhoneObject,
  parsePhones,
  placeholdersOf,
  recordOperation,
  valueAt,
  type Json,
  type JsonObject,
  type OwnMeaning,
  type Phone,
  type Reading,
  type ScalarMeaning,
  wordType,
} from "@dc/api-client";
import { listIn } from "#/service/check-session.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";

/** A value to write instead of the current one, and the key of `write` that it tries. */
export interface TrialValue {
  readonly what: string;
  readonly reading: Reading;
  readonly key: "element" | "empty" | "remove" | null;
  /** True for a value that a service may rightly refuse: an unknown word, or the removal of something required. */
  readonly mayBeRefused: boolean;
  /** True for the current value, written again. */
  readonly isUnchanged: boolean;
}

function trial(what: string, value: Json, key: TrialValue["key"] = null): TrialValue {
  return { what, reading: { value }, key, mayBeRefused: false, isUnchanged: false };
}

function isZone(text: string): boolean {
  return /^[A-Z]\w+\/\w+/.test(text);
}

function textTrial(name: string, value: Json | undefined): readonly TrialValue[] {
  const before = typeof value === "string" ? value : "";
  if (/name$/i.test(name)) {
    const replacement = before === "Contract suite A" ? "Contract suite B" : "Contract suite A";
    return [trial("another text", replacement)];
  }
  if (before === "") return [];
  if (isZone(before))
    return [trial("another time zone", before === "America/Chicago" ? "America/New_York" : "America/Chicago")];
  return [{ ...trial("another text", `${before} A`), mayBeRefused: true }];
}

/** Another value that the profile says is possible; a service that refuses it has other values than the profile says. */
function scalarTrials(meaning: ScalarMeaning, value: Json | undefined): readonly TrialValue[] {
  switch (meaning.kind) {
    case "word":
      // A service may take no other words than it knows.
      return typeof value === "string" && value !== ""
        ? [{ ...trial("another word", `${value}A`), mayBeRefused: true }]
        : [];
    case "number": {
      const { min = 0, max = Infinity, whole } = meaning;
      const before = typeof value === "number" ? value : min - 1;
      const step = whole || Number.isInteger(before) ? 1 : 0.5;
      const replacement = [before + step, before - step].find((number) => number >= min && number <= max);
      return replacement === undefined ? [] : [trial("another number", replacement)];
    }
    case "date":
      return [trial("another day", value === "2015-03-14" ? "2015-03-15" : "2015-03-14")];
    case "boolean":
      return [trial("the opposite", value !== true)];
    case "choice": {
      const others = meaning.values.filter((choice) => choice.value !== value);
      return others.slice(0, 2).map((choice) => trial(`“${choice.words}”`, choice.value));
    }
  }
}

/** Another text in a language that is there, and one language more or less; a service may have no others. */
function textsTrials(value: Json | undefined): readonly TrialValue[] {
  const texts = isJsonObject(value) ? value : {};
  const [first] = Object.keys(texts);
  const added = Object.hasOwn(texts, "es") ? "fr" : "es";
  const more = { ...trial("a language more", { ...texts, [added]: "Contract suite" }, "element"), mayBeRefused: true };
  if (first === undefined) return [trial("a text", { en: "Contract suite" }, "element")];
  const changed = { ...texts, [first]: texts[first] === "Contract suite A" ? "Contract suite B" : "Contract suite A" };
  const { [first]: _, ...fewer } = texts;
  return [
    trial("another text", changed),
    more,
    ...(Object.keys(texts).length > 1 ? [trial("a language less", fewer)] : []),
  ];
}

function otherNumber(number: string, by: number): string {
  return number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + by) % 10));
}

/** A number in each format that a profile can ask for. */
const sampleNumbers = {
  "as-typed": "+1 212 555 0143",
  international: "+1 212 555 0143",
  e164: "+12125550143",
  national: "(212) 555-0143",
  digits: "2125550143",
};

function phoneTrials(meaning: Extract<OwnMeaning, { kind: "phones" }>, value: Json | undefined): readonly TrialValue[] {
  const phones = parsePhones(value ?? null) ?? [];
  const { shape } = meaning;
  const hasExtension = shape.extensionMarks.length > 0 || (isPhoneObject(shape) && shape.extension !== undefined);
  const [first] = phones;
  if (first === undefined) {
    const format = meaning.write === undefined || meaning.write === "never" ? "as-typed" : meaning.write.format;
    const sample: Phone = { number: sampleNumbers[format], extension: null, label: null };
    return [trial("a phone", [sample], "element")];
  }
  // Only the number changes; the rest of the entry must be kept.
  const changedPosition = Math.max(
    phones.findIndex(({ extension }) => extension !== null),
    0,
  );
  const changed = phones.map((phone, position) =>
    position === changedPosition ? { ...phone, number: otherNumber(phone.number, 1) } : phone,
  );
  const numberTrial = trial("another number", changed, "element");
  if (holdsOne(meaning)) return [numberTrial];
  const added = { ...first, number: otherNumber(first.number, 2), extension: hasExtension ? "12" : null };
  return [
    numberTrial,
    trial("one phone more", [...changed, added], "element"),
    ...(phones.length > 1 ? [trial("one phone less", changed.slice(1))] : []),
  ];
}

async function otherId(session: ContractSession, type: string, accepted: readonly string[]): Promise<string | null> {
  const operation = recordOperation("list", type);
  const spelling = session.profile.data.operations[operation];
  if (spelling === undefined || placeholdersOf([spelling.path, ...Object.values(spelling.query)]).length > 0)
    return null;
  const listed = await session.sendCached({
    operation,
    values: {},
    index: spelling.takesIndex ? session.trialIndex : null,
  });
  const ids = (listIn(listed) ?? []).flatMap((entry) => session.profile.recordId(type, entry) ?? []);
  return ids.find((id) => !accepted.includes(id)) ?? null;
}

function unchangedTrial(value: Json): TrialValue {
  return { ...trial("the same value, written anew", value, "element"), isUnchanged: true };
}

async function setTrials(
  session: ContractSession,
  meaning: Extract<OwnMeaning, { kind: "set" }>,
  value: Json | undefined,
): Promise<readonly TrialValue[]> {
  const { of } = meaning;
  const ids = isJsonArray(value) ? value.filter((id) => typeof id === "string") : [];
  // A service may take no other words than it knows, so none are made up.
  const [element, it] = of === wordType ? ["one word", "the word"] : ["one id", "the id"];
  const added = await otherId(session, of, ids);
  if (added !== null && holdsOne(meaning)) return [trial("another id", [added], "element")];
  if (added !== null)
    return [
      trial("an id more", [...ids, added], "element"),
      ...(ids.length > 0 ? [trial(`${element} less`, [...ids.slice(1), added])] : []),
    ];
  if (ids.length > 1) return [trial(`${element} less`, ids.slice(1)), trial(`${it} again`, ids, "element")];
  return ids.length === 1 ? [unchangedTrial(ids)] : [];
}

async function referenceTrials(
  session: ContractSession,
  to: string,
  value: Json | undefined,
): Promise<readonly TrialValue[]> {
  if (typeof value !== "string") return [];
  const replacement = await otherId(session, to, [value]);
  return [replacement === null ? unchangedTrial(value) : trial("another id", replacement, "element")];
}

/** The empty values and the removal that the profile allows. */
function emptyTrials(meaning: OwnMeaning, canRemove: boolean): readonly TrialValue[] {
  const { write } = meaning;
  if (write === undefined || write === "never") return [];
  const mayBeRefused = meaning.kind !== "phones" && meaning.kind !== "set";
  const nothing = meaning.kind === "phones" || meaning.kind === "set" ? [] : null;
  return [
    ...(write.empty === "as-given" ? [] : [{ ...trial("an empty value", nothing, "empty"), mayBeRefused }]),
    ...(write.remove === "null" && canRemove
      ? [
          {
            what: "its removal",
            reading: { absent: true } as const,
            key: "remove" as const,
            mayBeRefused,
            isUnchanged: false,
          },
        ]
      : []),
  ];
}

/** The value of a meaning in a record; undefined when it is absent or does not fit the profile. */
export function valueOf(meaning: OwnMeaning, raw: JsonObject): Json | undefined {
  const decoded = decodeMeaning(meaning, raw);
  return "reading" in decoded && "value" in decoded.reading ? decoded.reading.value : undefined;
}

/** Values to write instead of the current one of a meaning; empty when none can be chosen. */
export async function trialValues(
  session: ContractSession,
  type: string,
  name: string,
  meaning: OwnMeaning,
  current: JsonObject,
): Promise<readonly TrialValue[]> {
  const value = valueOf(meaning, current);
  const isThere = valueAt(current, meaning.at) !== undefined;
  const isWhole = session.profile.data.records[type]?.update === "whole-record";
  const canRemove = isWhole || (typeof meaning.write === "object" && meaning.write.remove === "null");
  // A value that was absent must be removable again.
  if (!isThere && !canRemove) return [];
  const values = await otherValues(session, name, meaning, value);
  return values.length === 0 ? [] : [...values, ...emptyTrials(meaning, !isWhole)];
}

async function otherValues(
  session: ContractSession,
  name: string,
  meaning: OwnMeaning,
  value: Json | undefined,
): Promise<readonly TrialValue[]> {
  switch (meaning.kind) {
    case "text":
      return textTrial(name, value);
    case "phones":
      return phoneTrials(meaning, value);
    case "set":
      return setTrials(session, meaning, value);
    case "reference":
      return referenceTrials(session, meaning.to, value);
    case "word":
    case "number":
    case "date":
    case "boolean":
    case "choice":
      return scalarTrials(meaning, value);
    case "languages":
      return textsTrials(value);
    case "bookable":
      return [];
  }
}
