import type { Json } from "#/json/json.ts";
import { labelledKey, placeKey } from "#/phones/phone-entries.ts";
import { phoneIn } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import { type FieldKind, kindOf } from "#/kinds/kinds.ts";
import type { Shape } from "#/kinds/value-kind.ts";
import type { FieldKey } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";

/**
 * What a person asked for. Elements of a set are ids; elements of phones are named by their phone key, texts by their
 * part. `set` with an element sets the text of one part. `move` puts a phone
 * before another one, or last.
 * `reset` and `takeBase` write the base value that the author saw; for sets and phones, of one element or of all. `pinValue`
 * makes an override of the value that base and index already have. `equals` says how many phones equal to `to` are listed then,
 * where it is not one, and `at` at which place a phone comes back that is not listed by then.
 */
export type Operation =
  | { op: "set"; value: Json; element?: string }
  | { op: "add"; element: string | Phone; at?: number }
  | { op: "remove"; element: string }
  | { op: "replace"; element: string; by: string | Phone }
  | { op: "move"; element: string; before: string | null }
  | { op: "reset"; element?: string; to: Reading; equals?: number; at?: number }
  | { op: "takeBase"; element?: string; to: Reading; equals?: number }
  | { op: "pinValue"; element?: string; to: Reading }
  | { op: "create"; fields: { [field: FieldKey]: Json } }
  | { op: "delete" };

/** The keys of the elements that an operation decides; null where it decides the whole field or record. */
export function touchedElements(operation: Operation, region: string): string[] | null {
  switch (operation.op) {
    case "set":
      return operation.element === undefined ? null : [operation.element];
    case "create":
    case "delete":
      return null;
    case "add":
      return [elementKey(operation.element, region)];
    case "remove":
      return [elementKey(operation.element, region)];
    case "replace":
      return [elementKey(operation.element, region), elementKey(operation.by, region)];
    case "move":
      return [placeKey(operation.element)];
    case "reset":
    case "pinValue":
    case "takeBase": {
      if (operation.element === undefined) return null;
      const key = elementKey(operation.element, region);
      const phone = phoneIn(operation.to);
      return phone === null ? [key] : [key, labelledKey(phone, region)];
    }
  }
}

/** The key of an element: itself, after Unicode NFC, for an id, number and label for a phone. */
export function elementKey(element: string | Phone, region: string): string {
  return typeof element === "string" ? element.normalize("NFC") : labelledKey(element, region);
}

/** Whether the operation is possible on a field of this kind. */
export function operationFits(kind: FieldKind, operation: Operation): boolean {
  const { shape } = kindOf(kind);
  switch (operation.op) {
    case "set":
      return operation.element === undefined || (shape === "parts" && typeof operation.value === "string");
    case "create":
    case "delete":
      return false;
    case "add":
      return elementFits(shape, operation.element);
    case "remove":
      return shape !== "whole";
    case "replace":
      return elementFits(shape, operation.by);
    case "move":
      return shape === "keyed";
    case "reset":
    case "pinValue":
    case "takeBase":
      return operation.element === undefined || shape !== "whole";
  }
}

function elementFits(shape: Shape, element: string | Phone): boolean {
  return (shape === "members" && typeof element === "string") || (shape === "keyed" && typeof element !== "string");
}
