import {
  decodePhone,
  holdsOne,
  isJsonArray,
  isJsonObject,
  isPhoneObject,
  type Json,
  parsePhones,
  type Phone,
} from "@dc/api-client";
import { holdsPhone, isBare, looksLikePhone } from "#/suggestions/answer-members.ts";
import { phoneProblems, phoneRoundTripProblem } from "#/suggestions/phone-problems.ts";
import { bestKey } from "./best-key.ts";
import { type CheckedKind, type MeaningOf, plainKind, trial, type TrialValue } from "./checked-kind.ts";

// A number that looks like a phone may be anything, so the name must say it.
const aboutPhones = /phone|tel|dial|line|call|mobile|cell|contact|fax/i;

export const phones = {
  ...plainKind,
  nothing: [],
  isTelling: true,
  fits: holdsPhone,
  isLikely: ({ pointer }, score) => score >= 0.6 || aboutPhones.test(pointer),
  suggest: (_, value) => `"shape": ${phoneShape(value)}`,
  trials: phoneTrials,
  problems: (meaning, { pointer, records }) => phoneProblems(meaning, pointer, records),
  roundTrip: phoneRoundTripProblem,
  elementKey: ({ shape }, element) => decodePhone(element, shape)?.number ?? null,
} as const satisfies CheckedKind<MeaningOf<"phones">>;

/** The shape of phones, by what a phone looks like. */
interface SuggestedPhoneShape {
  readonly form: "text" | "texts" | "object" | "objects";
  readonly number?: string;
  readonly extension?: string;
  readonly label?: string;
}

/** The shape of a phone or of a list of phones; null for anything else. */
function phoneShapeOf(value: Json): SuggestedPhoneShape | null {
  if (isBare(value)) return { form: "text" };
  const [first] = isJsonArray(value) ? value : [];
  if (first !== undefined && isBare(first)) return { form: "texts" };
  const phone = first ?? value;
  if (!isJsonObject(phone)) return null;
  const dialled = Object.keys(phone).find((key) => looksLikePhone(phone[key] ?? null));
  const number = dialled ?? bestKey(phone, ["number", "phone", "phone number", "value", "line"]);
  const extension = bestKey(phone, ["extension", "ext"]);
  const label = bestKey(phone, ["label", "type", "kind", "name", "tag", "use", "purpose"]);
  return {
    form: isJsonArray(value) ? "objects" : "object",
    number: `/${number ?? "…"}`,
    ...(extension === null ? {} : { extension: `/${extension}` }),
    ...(label === null ? {} : { label: `/${label}` }),
  };
}

function phoneShape(value: Json): string {
  const shape = phoneShapeOf(value);
  return shape === null
    ? "a shape for a text, an object, or a list of texts or objects; the value here is none of these"
    : `{ ${Object.entries(shape)
        .map(([key, part]) => `"${key}": "${String(part)}"`)
        .join(", ")} }`;
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

function phoneTrials(meaning: MeaningOf<"phones">, value: Json | undefined): readonly TrialValue[] {
  const phones = parsePhones(value ?? null) ?? [];
  const { shape } = meaning;
  const hasExtension = shape.extensionMarks.length > 0 || (isPhoneObject(shape) && shape.extension !== undefined);
  const [first] = phones;
  const format = meaning.write === undefined || meaning.write === "never" ? "as-typed" : meaning.write.format;
  // A number of another country cannot be written in a format that names no country.
  const isOfCountry = format === "national" || format === "digits";
  const other = (number: string, by: number) =>
    otherNumber(isOfCountry && number.startsWith("+") ? sampleNumbers[format] : number, by);
  if (first === undefined) {
    const sample: Phone = { number: sampleNumbers[format], extension: null, label: null };
    return [trial("a phone", [sample], "element")];
  }
  // Only the number changes; the rest of the entry must be kept.
  const changedPosition = Math.max(
    phones.findIndex(({ extension }) => extension !== null),
    0,
  );
  const changed = phones.map((phone, position) =>
    position === changedPosition ? { ...phone, number: other(phone.number, 1) } : phone,
  );
  const numberTrial = trial("another number", changed, "element");
  if (holdsOne(meaning)) return [numberTrial];
  const added = { ...first, number: other(first.number, 2), extension: hasExtension ? "12" : null };
  return [
    numberTrial,
    trial("one phone more", [...changed, added], "element"),
    ...(phones.length > 1 ? [trial("one phone less", changed.slice(1))] : []),
  ];
}
