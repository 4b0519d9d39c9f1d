import { isJsonArray, type Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { ReferenceShape, SetShape } from "./id-shape.ts";
import type { PhoneShape } from "./phone-shape.ts";

/** A meaning of several elements, or of one where the service keeps no list of them. */
export interface ElementMeaning {
  readonly shape: PhoneShape | ReferenceShape | SetShape;
}

/** The shape of phones that are objects. */
export type PhoneObjectShape = Extract<PhoneShape, { form: "object" | "objects" }>;

export function isPhoneObject(shape: PhoneShape): shape is PhoneObjectShape {
  return shape.form === "object" || shape.form === "objects";
}

const formsOfOne: readonly string[] = ["text", "id", "object", "id-or-object", "expanded"];

/** Whether the service keeps one phone, or one member of a set, where others keep a list. */
export function holdsOne({ shape }: ElementMeaning): boolean {
  return formsOfOne.includes(shape.form);
}

/** The elements of a value as the record spells them; empty for what holds nothing, null where there is no list. */
export function elementsIn(meaning: ElementMeaning, raw: Json): readonly Json[] | null {
  if (!holdsOne(meaning)) return isJsonArray(raw) ? raw : raw === null ? [] : null;
  return isNothing(raw) || isNothing(mainPart(meaning, raw)) ? [] : [raw];
}

/** The number or the id of one element; undefined where the element has no such place. */
function mainPart(meaning: ElementMeaning, raw: Json): Json | undefined {
  if ("number" in meaning.shape) return valueAt(raw, meaning.shape.number);
  return "id" in meaning.shape && typeof raw === "object" ? valueAt(raw, meaning.shape.id) : raw;
}

function isNothing(value: Json | undefined): boolean {
  return value === null || value === "";
}
