import type { PartComparison } from "#/compare/comparison.ts";
import { phoneIn, phoneText } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";
import { namingLookAlikes } from "#/values/look-alikes.ts";
import { directoryName } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { baselineSentence, capitalise, readingSpan, sideClause, strong, text } from "./span.ts";
import type { Span } from "./span.ts";

const such = "such number";

/** One entry of phones as a sentence, by its verdict and by which sides have it. */
export function phoneSentence(given: PartComparison, context: SentenceContext): Span[] {
  const part = { ...given, values: namingLookAlikes(given.values) };
  const ourPhone = phoneIn(part.values.effective);
  const base = phoneIn(part.values.base);
  const title = phoneTitle(ourPhone ?? base ?? phoneIn(part.values.preview) ?? phoneIn(part.values.known));
  if (part.verdict === "conflict") return conflict(part, title, context);
  if (part.flags.includes("outside")) return outside(part, title);
  switch (part.verdict) {
    case "base moved":
      return baseMoved(part, title, ourPhone, base, context);
    case "differs":
      return [...bothSides(title, part, context), text(". It is not known which side changed.")];
    case "ours":
      return ours(part, title, ourPhone, base);
    case "same":
    case null:
      return pending(part, title);
  }
}

function conflict(part: PartComparison, title: string, context: SentenceContext): Span[] {
  return [
    strong(`${title}:`),
    ...sideClause(" we", part.values.effective, { noun: such }),
    ...sideClause("; the standard index", part.values.base, { noun: such, adverb: "now" }),
    ...baseLabelClause(part),
    text("."),
    ...baselineSentence(part.values.baseline),
    ...movedPartsSentence(part, context),
  ];
}

function outside(part: PartComparison, title: string): Span[] {
  const { index, known } = part.values;
  if (index !== null && "absent" in index) {
    return [
      text(`${title} `),
      readingSpan(known),
      text(" is gone from the index, and no change set of ours did that."),
    ];
  }
  if (known !== null && "absent" in known) {
    return [text(`${title} `), readingSpan(index), text(" is new in the index, and no change set of ours did that.")];
  }
  const end = text(", and no change set of ours did that.");
  const same = sameNumber(known, index);
  if (same?.label === null)
    return [text(`${title} `), readingSpan(index), text(" has another place in the list of the index"), end];
  if (same !== null) {
    const [before, now] = same.label;
    return [
      text("The label of "),
      readingSpan(index),
      text(" in the index is now "),
      now,
      text(", before "),
      before,
      end,
    ];
  }
  return [text(`${title} in the index is now `), readingSpan(index), text(", before "), readingSpan(known), end];
}

function baseMoved(
  part: PartComparison,
  title: string,
  ourPhone: Phone | null,
  base: Phone | null,
  context: SentenceContext,
): Span[] {
  if (base === null) {
    return [
      text(`${title} `),
      readingSpan(part.values.effective),
      text(` is gone from the standard index. ${capitalise(directoryName(context))} still has it.`),
    ];
  }
  if (ourPhone === null) {
    return [
      text(`The standard index now has ${phoneTitleInSentence(title)} `),
      readingSpan(part.values.base),
      text(`. ${capitalise(directoryName(context))} does not.`),
    ];
  }
  if (hasSameText(ourPhone, base)) return detail(part, title, context);
  return [
    text(`${title}: the standard index now says `),
    readingSpan(part.values.base),
    ...baseLabelClause(part),
    text(`. ${capitalise(directoryName(context))} still says `),
    readingSpan(part.values.effective),
    text("."),
  ];
}

function ours(part: PartComparison, title: string, ourPhone: Phone | null, base: Phone | null): Span[] {
  if (ourPhone === null) {
    return [text(`${title} `), readingSpan(part.values.base), text(" is not listed here.")];
  }
  if (base === null) return [text(`${title} is added: `), readingSpan(part.values.effective), text(".")];
  if (hasSameText(ourPhone, base)) return detail(part, title, null);
  const label = baseLabelClause(part);
  if (label.length > 0) {
    return [
      text(`${title} here is `),
      readingSpan(part.values.effective),
      text("; the standard index says "),
      readingSpan(part.values.base),
      ...label,
      text("."),
    ];
  }
  return [
    text(`${title} here is `),
    readingSpan(part.values.effective),
    text(", not "),
    readingSpan(part.values.base),
    text("."),
  ];
}

function pending(part: PartComparison, title: string): Span[] {
  const { preview, effective } = part.values;
  if (part.drafts.length > 0 && preview !== null) {
    if ("absent" in preview) {
      return [text(`Staged: ${phoneTitleInSentence(title)} `), readingSpan(effective), text(" is left out.")];
    }
    if (effective === null || "absent" in effective) {
      return [text(`Staged: ${phoneTitleInSentence(title)} is added: `), readingSpan(preview), text(".")];
    }
    const same = sameNumber(effective, preview);
    if (same?.label === null)
      return [text("Staged: "), readingSpan(preview), text(" moves to another position in the list.")];
    if (same !== null) {
      const [before, after] = same.label;
      return [
        text("Staged: the label of "),
        readingSpan(preview),
        text(" becomes "),
        after,
        text(", from "),
        before,
        text("."),
      ];
    }
    return [
      text(`Staged: ${phoneTitleInSentence(title)} becomes `),
      readingSpan(preview),
      text(", from "),
      readingSpan(effective),
      text("."),
    ];
  }
  return [
    text(`${title} `),
    readingSpan(effective),
    text(
      part.verdict === "same"
        ? ": the standard index says the same. The index does not have it yet."
        : ". The index does not have it yet.",
    ),
  ];
}

/** Of a number that both readings spell alike: its labels where they differ, else null since only its place does. */
function sameNumber(earlier: Reading | null, later: Reading | null): { label: [Span, Span] | null } | null {
  const [a, b] = [phoneIn(earlier), phoneIn(later)];
  if (a === null || b === null || !hasSameText(a, b)) return null;
  const [before, after] = [a.label?.trim() ?? "", b.label?.trim() ?? ""];
  return { label: before === after ? null : [labelSpan(before), labelSpan(after)] };
}

const labelSpan = (label: string): Span => (label === "" ? text("none") : { value: label });

/** Both sides spell the same number: what differs is the label or the place. */
function detail(part: PartComparison, title: string, context: SentenceContext | null): Span[] {
  const changed = part.parts
    .filter((inner) => inner.verdict !== "same")
    .map(({ key, values }) => ({ key, values: namingLookAlikes(values) }));
  const directory = context === null ? "here" : `in ${directoryName(context)}`;
  return [
    text(`${title} `),
    readingSpan(part.values.effective),
    text(":"),
    ...changed.flatMap((inner, position): Span[] => [
      text(`${position === 0 ? "" : ";"} ${wordOfPart(inner.key)} `),
      partValue(inner.values.effective),
      text(` ${directory}, `),
      partValue(inner.values.base),
      text(" in the standard index"),
    ]),
    text("."),
  ];
}

function movedPartsSentence(part: PartComparison, context: SentenceContext): Span[] {
  const ourPhone = phoneIn(part.values.effective);
  const base = phoneIn(part.values.base);
  if (ourPhone === null || base === null || !hasSameText(ourPhone, base)) return [];
  return [text(" "), ...detail(part, "The number", context)];
}

function bothSides(title: string, part: PartComparison, context: SentenceContext): Span[] {
  return [
    strong(`${title}:`),
    ...sideClause(` ${directoryName(context)}`, part.values.effective, { noun: such }),
    ...sideClause(", the standard index", part.values.base, { noun: such }),
    ...baseLabelClause(part),
  ];
}

/** The label that the standard index gives, where both sides have the entry and number and label differ: the title says only ours. */
function baseLabelClause(part: PartComparison): Span[] {
  const ourPhone = phoneIn(part.values.effective);
  const base = phoneIn(part.values.base);
  if (ourPhone === null || base === null || hasSameText(ourPhone, base)) return [];
  const label = base.label?.trim() ?? "";
  if ((ourPhone.label?.trim() ?? "") === label) return [];
  return label === "" ? [text(", without a label")] : [text(", labelled "), { value: label }];
}

function wordOfPart(key: string): string {
  return key === "order" ? "place" : key;
}

function partValue(reading: Reading | null): Span {
  return reading !== null && "value" in reading && reading.value === null ? text("none") : readingSpan(reading);
}

function phoneTitle(phone: Phone | null): string {
  const label = phone?.label?.trim() ?? "";
  if (label === "") return "The number";
  return /\b(?:phone|fax|line|number|mobile|cell)\b/i.test(label) ? capitalise(label) : `${capitalise(label)} phone`;
}

function phoneTitleInSentence(title: string): string {
  return title === "The number" ? "the number" : title;
}

function hasSameText(a: Phone, b: Phone): boolean {
  return phoneText(a) === phoneText(b);
}
