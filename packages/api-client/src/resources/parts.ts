import { ApiSchemaError } from "#/errors/api-errors.ts";
import { numberText, type Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import { decodeId } from "#/profile/kinds/id-element.ts";
import type { ReferenceShape } from "#/profile/schema/id-shape.ts";

/** Where a part of an answer is; undefined when the profile does not name it. */
interface Part {
  readonly at: string;
}

function schemaError(part: Part, what: string): ApiSchemaError {
  return new ApiSchemaError([{ pointer: part.at, message: `must be ${what}` }]);
}

/** A required text. */
export function requiredText(raw: Json, part: Part): string {
  const value = valueAt(raw, part.at);
  const text = typeof value === "string" ? value : numberText(value);
  if (text === null || text === "") throw schemaError(part, "text");
  return text;
}

/** An optional text; a value of another kind counts as missing. */
export function optionalText(raw: Json, part: Part | undefined): string | null {
  const value = part === undefined ? undefined : valueAt(raw, part.at);
  return typeof value === "string" ? value : numberText(value);
}

/** A required number, given as a number or as text. */
export function requiredNumber(raw: Json, part: Part): number {
  const value = valueAt(raw, part.at);
  const text = typeof value === "string" ? value.trim() : numberText(value);
  const number = text === null || text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) throw schemaError(part, "a number");
  return number;
}

/** The id of an optional reference. */
export function optionalReference(
  raw: Json,
  part: (Part & { readonly shape: ReferenceShape }) | undefined,
): string | null {
  return part === undefined ? null : decodeId(valueAt(raw, part.at), part.shape);
}
