import { isJsonObject, type Json } from "#/json/json.ts";
import { decodePhone } from "#/profile/decode/decode-phone.ts";
import { encodePhones, phoneRules } from "#/profile/encode/encode-phones.ts";
import { parsePhones } from "#/profile/phone.ts";
import { placeOf, readBackProblem } from "#/profile/schema/element-template.ts";
import { type PhonesMeaning, phonesSchema } from "#/profile/schema/phone-shape.ts";
import { elementsIn, holdsOne, isPhoneObject } from "#/profile/schema/shapes.ts";
import { fillTemplate } from "#/profile/template.ts";
import { type EntryProblem, type MeaningKind, plainMeaning } from "./meaning-kind.ts";

export const phones = {
  ...plainMeaning,
  schema: phonesSchema,
  placeholders: ["number", "extension", "label"],
  spelled: (meaning) => `${holdsOne(meaning) ? "one phone" : "phones"} in the shape that the profile gives`,
  written: () => "a list of phones (number, extension, label)",
  decode(meaning, raw) {
    const read = elementsIn(meaning, raw)?.map((element) => decodePhone(element, meaning.shape));
    return read === undefined || read.includes(null) ? undefined : read;
  },
  empty(meaning, value) {
    if (value === "" || value === null) return value === null ? null : undefined;
    return meaning.shape.form === "text" ? "" : meaning.shape.form === "object" ? null : [];
  },
  encode(meaning, value, raw, context) {
    const wanted = parsePhones(value);
    return wanted === null ? undefined : encodePhones(meaning, raw, wanted, context);
  },
  unreadable: elementProblem,
  describe(meaning) {
    const { shape } = meaning;
    return {
      holdsOne: holdsOne(meaning),
      phoneParts: {
        extension: shape.extensionMarks.length > 0 || (isPhoneObject(shape) && shape.extension !== undefined),
        label: isPhoneObject(shape) && shape.label !== undefined,
        format: phoneRules(meaning).format,
      },
    };
  },
} as const satisfies MeaningKind<PhonesMeaning>;

// Digits stay the same when they are made a number and a text again.
const probe = "2025550123";

function elementProblem(meaning: PhonesMeaning): EntryProblem | null {
  const { shape } = meaning;
  const { element } = phoneRules(meaning);
  if (element === undefined || decodePhone(fillTemplate(element, { number: probe }) ?? null, shape)?.number === probe)
    return null;
  const number = placeOf(element, "{number}");
  const right = !isPhoneObject(shape)
    ? 'write "{number}" alone'
    : number === null
      ? `write "{number}" at "${shape.number}", where the shape reads it`
      : `"{number}" is at "${number}", but the shape reads it at "${shape.number}"`;
  return readBackProblem("a phone", element, right, shapeOf(meaning, element, number));
}

/** The shape that fits an element of another form than the profile's shape; null when the form is the same. */
function shapeOf(meaning: PhonesMeaning, element: Json, number: string | null): Record<string, string | null> | null {
  const isOne = holdsOne(meaning);
  if (isPhoneObject(meaning.shape)) return typeof element === "string" ? { form: isOne ? "text" : "texts" } : null;
  if (!isJsonObject(element) || number === null) return null;
  const [extension, label] = [placeOf(element, "{extension}"), placeOf(element, "{label}")];
  return { form: isOne ? "object" : "objects", number, extension, label };
}
