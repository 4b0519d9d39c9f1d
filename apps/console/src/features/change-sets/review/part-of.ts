import type { Change } from "@dc/contract";
import { membersOf, phoneKeyText, phoneOfKey, type Reading, shapeOf, textsOf } from "@dc/directory";

/** What a reading said of the part that a change decides. */
export function partOf({ kind, operation }: Change, reading: Reading | null): Reading | null {
  const element = "element" in operation ? operation.element : undefined;
  if (operation.op === "add" && typeof element !== "string") return { absent: true };
  if (reading === null || typeof element !== "string") return reading;
  switch (shapeOf(kind ?? "json")) {
    case "whole":
      return reading;
    case "members":
      return { value: membersOf(reading)?.has(element) === true };
    case "parts": {
      const text = textsOf(reading)?.get(element);
      return text === undefined ? { absent: true } : { value: text };
    }
    case "keyed":
      return phoneOfKey(element, [reading]) === null ? { absent: true } : { value: phoneKeyText(element, [reading]) };
  }
}
