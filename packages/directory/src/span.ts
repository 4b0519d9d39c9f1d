import { isEmpty } from "./equal-readings.ts";
import type { Phone } from "./field.ts";
import { phoneFrom } from "./phone-value.ts";
import type { Reading } from "./reading.ts";

/** A piece of a sentence: running text, a value as spelled, or a name set in strong. */
export type Span = { text: string } | { value: string } | { strong: string };

/** The words of the spans, joined as they stand. */
export function plainText(spans: readonly Span[]): string {
  return spans.map(wordsOf).join("");
}

function wordsOf(span: Span): string {
  if ("text" in span) return span.text;
  return "value" in span ? span.value : span.strong;
}

export const text = (words: string): Span => ({ text: words });
export const strong = (name: string): Span => ({ strong: name });

/** "A", "A and B", "A, B and C". */
export function listed(names: readonly string[]): Span[] {
  return names.flatMap((name, at) => {
    if (at === 0) return [strong(name)];
    return [text(at === names.length - 1 ? " and " : ", "), strong(name)];
  });
}

const longest = 200;

/** A reading as a person reads it; the value itself is never reformatted. */
export function saidAs(reading: Reading | null): Span {
  if (reading === null) return text("not read");
  if ("absent" in reading) return text("not there");
  if (isEmpty(reading)) return text("empty");
  const phone = phoneFrom(reading.value);
  if (phone !== null) return { value: phoneWords(phone) };
  if (typeof reading.value === "string") return { value: reading.value };
  const json = JSON.stringify(reading.value);
  return { value: json.length > longest ? `${json.slice(0, longest)}…` : json };
}

/** The number as spelled, with its extension where that is an entry of its own. */
export function phoneWords(phone: Phone): string {
  const extension = phone.extension?.trim() ?? "";
  return extension === "" ? phone.number : `${phone.number} ext. ${extension}`;
}

/** The first letter large, for the beginning of a sentence. */
export function capital(words: string): string {
  const first = String.fromCodePoint(words.codePointAt(0) ?? 0);
  return words === "" ? words : first.toUpperCase() + words.slice(first.length);
}
