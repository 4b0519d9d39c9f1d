import type { Json } from "#/json/json.ts";
import type { Reading } from "#/records/reading.ts";
import { trimInvisible } from "./invisible-signs.ts";
import { numberOf, type ValueForm } from "./value-form.ts";

/** A value as it is typed or chosen; empty where there is none. */
export function typedText(reading: Reading | null): string {
  if (reading === null || "absent" in reading || reading.value === null) return "";
  return typeof reading.value === "string" ? reading.value : JSON.stringify(reading.value);
}

/** The value that was typed or chosen for a field; nothing typed empties it. What cannot be read stays the text that it is. */
export function typedValue(typed: string, { kind, choices }: Pick<ValueForm, "kind" | "choices">): Json {
  const text = trimInvisible(typed);
  switch (kind) {
    case "text":
    case "languages":
    case "phones":
    case "set":
    case "bookable":
    case "json":
      return typed;
    case "reference":
      return text;
    case "word":
    case "date":
      return text === "" ? null : text;
    case "number":
      return text === "" ? null : (numberOf(text) ?? text);
    case "boolean":
      return text === "" ? null : text === "true" ? true : text === "false" ? false : text;
    case "choice":
      return text === "" ? null : (choices?.find(({ value }) => typedText({ value }) === typed)?.value ?? text);
  }
}
