import { isEmpty } from "./equal-readings.ts";
import type { Reading } from "./reading.ts";
import { saidAs, text } from "./span.ts";
import type { Span } from "./span.ts";

export function isAbsent(reading: Reading | null): boolean {
  return reading !== null && "absent" in reading;
}

/** What one side says, as a clause: "we say A", "the standard index now has no preferred name", "we leave it empty". */
export function sideSays(
  who: string,
  reading: Reading | null,
  { noun, adverb }: { noun: string; adverb?: "now" | "still" },
): Span[] {
  const own = who.trim() === "we";
  const subject = adverb === undefined ? who : `${who} ${adverb}`;
  if (reading === null) return [text(`${who} ${own ? "were" : "was"} not read`)];
  if ("absent" in reading) return [text(`${subject} ${own ? "have" : "has"} no ${noun}`)];
  if (isEmpty(reading)) return [text(`${subject} ${own ? "leave" : "leaves"} it empty`)];
  return [text(`${subject} ${own ? "say" : "says"} `), saidAs(reading)];
}

/** What a conflict began with, as a sentence of its own. */
export function bothMovedFrom(baseline: Reading | null): Span[] {
  if (isAbsent(baseline)) return [text(" Before, there was none.")];
  if (baseline !== null && isEmpty(baseline)) return [text(" Before, it was empty.")];
  return [text(" Both moved away from "), saidAs(baseline), text(".")];
}
