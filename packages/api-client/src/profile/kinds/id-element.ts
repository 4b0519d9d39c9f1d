import { EncodeError } from "#/errors/encode-error.ts";
import { isJsonObject, numberText, type Json } from "#/json/json.ts";
import { valueAt, withValueAt } from "#/json/pointer.ts";
import { placeOf, readBackProblem } from "#/profile/schema/element-template.ts";
import type { ReferenceShape, SetShape } from "#/profile/schema/id-shape.ts";
import { fillTemplate } from "#/profile/template.ts";
import type { EntryProblem } from "./meaning-kind.ts";

interface IdMeaning {
  readonly shape: ReferenceShape | SetShape;
  readonly write?: "never" | { readonly element?: Json | undefined } | undefined;
}

/** The id that a reference or a set's element holds; null when there is none. */
export function decodeId(raw: Json | undefined, shape: ReferenceShape | SetShape): string | null {
  const isObject = isJsonObject(raw);
  const isBare = !("id" in shape) || (!isObject && ["id-or-object", "ids-or-objects", "expanded"].includes(shape.form));
  const id = isBare ? raw : isObject ? valueAt(raw, shape.id) : undefined;
  return typeof id === "string" && id !== "" ? id : numberText(id);
}

/** A new element that holds an id. */
export function encodeId({ shape, write }: IdMeaning, id: string, field: string): Json {
  const template = write === "never" ? undefined : write?.element;
  const element = template === undefined ? bareElement(shape, id) : (fillTemplate(template, { id }) ?? null);
  if (decodeId(element, shape) !== id)
    throw new EncodeError(field, "does-not-read-back", `"${id}" would not be read back as it is written`);
  return element;
}

function bareElement(shape: IdMeaning["shape"], id: string): Json {
  return shape.form === "object" || shape.form === "objects" ? (withValueAt({}, shape.id, id) ?? id) : id;
}

// Digits stay the same when they are made a number and a text again.
const probe = "2025550123";

/** Fills the element of the profile and reads it by the shape: the same id must come back. */
export function unreadableId({ shape, write }: IdMeaning, isOne: boolean): EntryProblem | null {
  const element = write === "never" ? undefined : write?.element;
  if (element === undefined || decodeId(fillTemplate(element, { id: probe }), shape) === probe) return null;
  const right = "id" in shape ? `write "{id}" at "${shape.id}", where the shape reads it` : 'write "{id}" alone';
  const id = "id" in shape || !isJsonObject(element) ? null : placeOf(element, "{id}");
  return readBackProblem("an id", element, right, id === null ? null : { form: isOne ? "object" : "objects", id });
}
