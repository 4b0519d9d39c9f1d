import type { FieldKind } from "#/kinds/kinds.ts";
import { phoneKeyText, phoneOfKey } from "#/phones/format-phone.ts";
import type { Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { textsOf } from "#/records/texts-by-key.ts";
import { shapeOf } from "#/kinds/kinds.ts";

interface Deciding {
  kind: FieldKind | null;
  operation: { op: string; element?: unknown };
}

/** What a reading of a field says of the part that a change decides. */
export function decidedPart({ kind, operation: { op, element } }: Deciding, reading: Reading | null): Reading | null {
  if (op === "add" && typeof element !== "string") return { absent: true };
  if (reading === null || typeof element !== "string") return reading;
  switch (shapeOf(kind ?? "json")) {
    case "whole":
      return reading;
    case "members":
      return { value: membersOf(reading)?.has(element.normalize("NFC")) === true };
    case "parts": {
      const text = textsOf(reading)?.get(element);
      return text === undefined ? { absent: true } : { value: text };
    }
    case "keyed":
      return phoneOfKey(element, [reading]) === null ? { absent: true } : { value: phoneKeyText(element, [reading]) };
  }
}
