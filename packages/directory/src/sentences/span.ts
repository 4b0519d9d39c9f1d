import { phoneFromJson, phonesOf, phoneText } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import { isAbsent, isEmpty } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";

/** A piece of a sentence: running text, a value as spelled, or a name set in strong. */
export type Span = { text: string } | { value: string } | { strong: string };

/** The text of the spans, joined without separators. */
export function plainText(spans: readonly Span[]): string {
  return spans.map(spanText).join("");
}

function spanText(span: Span): string {
  if ("text" in span) return span.text;
  return "value" in span ? span.value : span.strong;
}

export const text = (words: string): Span => ({ text: words });
export const strong = (name: string): Span => ({ strong: name });

/** A sentence that ends with one full stop, also after a value with its own. */
export const fullStop = (words: string): string => (words.endsWith(".") ? words : `${words}.`);

/** A value with a full stop of its own ends a sentence with that one. */
export function withOneStop(spans: readonly Span[]): Span[] {
  return spans.map((span, at) => {
    const before = spans[at - 1];
    const isDoubled =
      before !== undefined && spanText(before).endsWith(".") && "text" in span && /^\.(?!\S)/.test(span.text);
    return isDoubled ? text(span.text.slice(1)) : span;
  });
}

/** "A", "A and B", "A, B and C". */
export function spanList(spans: readonly Span[]): Span[] {
  return spans.flatMap((span, position) => {
    if (position === 0) return [span];
    return [text(position === spans.length - 1 ? " and " : ", "), span];
  });
}

const longest = 200;

/** A reading as a person reads it; the value itself is never reformatted. */
export function readingSpan(reading: Reading | null): Span {
  if (reading === null) return text("not read");
  if ("absent" in reading) return text("not there");
  if (isEmpty(reading)) return text("empty");
  const phone = phoneFromJson(reading.value);
  if (phone !== null) return { value: phoneText(phone) };
  if (typeof reading.value === "string") return { value: reading.value };
  const listed = listText(reading);
  if (listed !== null) return { value: cut(listed) };
  return { value: cut(JSON.stringify(reading.value)) };
}

/** A list of phones or texts as a person reads it; null for any other value. */
function listText(reading: Reading): string | null {
  const phones = phonesOf(reading);
  if (phones !== null && phones.length > 0)
    return plainText(spanList(phones.map((phone) => text(labelledPhone(phone)))));
  const { value } = "value" in reading ? reading : { value: null };
  if (!Array.isArray(value) || value.length === 0) return null;
  const texts = value.filter((entry) => typeof entry === "string");
  return texts.length === value.length ? plainText(spanList(texts.map(text))) : null;
}

function cut(words: string): string {
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
}

/** A number with its label: "(312) 555-0101 (Front desk)". */
export function labelledPhone(phone: Phone): string {
  const label = phone.label?.trim() ?? "";
  return label === "" ? phoneText(phone) : `${phoneText(phone)} (${label})`;
}

/** Makes the first letter upper case. */
export function capitalise(words: string): string {
  const first = String.fromCodePoint(words.codePointAt(0) ?? 0);
  return words === "" ? words : first.toUpperCase() + words.slice(first.length);
}

/** The value of one side as a clause: "we say A", "the standard index now has no preferred name", "we leave it empty". */
export function sideClause(
  who: string,
  reading: Reading | null,
  { noun, adverb }: { noun: string; adverb?: "now" | "still" },
): Span[] {
  const isPlural = who.trim() === "we";
  const subject = adverb === undefined ? who : `${who} ${adverb}`;
  if (reading === null) return [text(`${who} ${isPlural ? "were" : "was"} not read`)];
  if ("absent" in reading) return [text(`${subject} ${isPlural ? "have" : "has"} no ${noun}`)];
  if (isEmpty(reading)) return [text(`${subject} ${isPlural ? "leave" : "leaves"} it empty`)];
  return [text(`${subject} ${isPlural ? "say" : "says"} `), readingSpan(reading)];
}

/** The value before both sides of a conflict changed, as a sentence. */
export function baselineSentence(baseline: Reading | null): Span[] {
  if (isAbsent(baseline)) return [text(" Before, there was none.")];
  if (baseline !== null && isEmpty(baseline)) return [text(" Before, it was empty.")];
  return [text(" Both moved away from "), readingSpan(baseline), text(".")];
}
