import { bookableWords } from "./bookable-value.ts";
import type { Json } from "#/json/json.ts";
import type { Reading } from "#/records/reading.ts";
import { languageName, textsOf } from "./languages.ts";
import { dayOf, type ValueForm } from "./value-form.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A value in words: yes or no, a day, what a choice is called, whether it can be booked; null for what stands for itself. */
export function valueWords(value: Json, form: Pick<ValueForm, "kind" | "choices">): string | null {
  switch (form.kind) {
    case "boolean":
      return typeof value === "boolean" ? (value ? "yes" : "no") : null;
    case "date":
      return dayWords(value);
    case "number":
      return typeof value === "number" ? String(value) : null;
    case "choice":
      return form.choices?.find((choice) => choice.value === value)?.words ?? null;
    case "languages":
      return textsWords(value);
    case "bookable":
      return bookableWords(value, form.choices);
    case "text":
    case "word":
    case "phones":
    case "set":
    case "reference":
    case "json":
      return null;
  }
}

/** A reading whose value is in words; the same reading where the value stands for itself. */
export function inWords(reading: Reading, form: Pick<ValueForm, "kind" | "choices">): Reading {
  const words = "value" in reading ? valueWords(reading.value, form) : null;
  return words === null ? reading : { value: words };
}

/** Texts with the names of their languages; null for what is none. */
function textsWords(value: Json): string | null {
  const texts = textsOf({ value });
  if (texts === null || texts.size === 0) return null;
  return [...texts].map(([tag, text]) => `${languageName(tag)}: ${text}`).join("; ");
}

/** `2019-06-15` as "15 June 2019"; null for what is no day. */
function dayWords(value: Json): string | null {
  const day = dayOf(value);
  if (day === null) return null;
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${Number(year)}`;
}
