import type { ComparisonRow } from "#/compare/comparison.ts";
import type { FieldKey } from "#/records/field.ts";
import { isAbsent, isEmpty } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { fieldLabel } from "./field-words.ts";
import { directoryName } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { baselineSentence, capitalise, readingSpan, sideClause, strong, text } from "./span.ts";
import type { Span } from "./span.ts";

/** An undivided value as a sentence: a scalar field, JSON, or whether a list is there at all. */
export function valueSentence(key: FieldKey, row: ComparisonRow, context: SentenceContext): Span[] {
  const { values } = row;
  const subject = `the ${fieldLabel(key)}`;
  const at = context.namesRecord === true ? `At ${context.recordName}, ` : "";
  const opening = at === "" ? capitalise(subject) : at + subject;
  const noun = fieldLabel(key);
  const standard = "the standard index";
  if (row.verdict === "conflict") {
    return [
      strong(`${capitalise(at === "" ? noun : `${context.recordName}, ${noun}`)}:`),
      ...sideClause(" we", values.effective, { noun }),
      ...sideClause(`; ${standard}`, values.base, { noun, adverb: "now" }),
      text("."),
      ...baselineSentence(values.baseline),
    ];
  }
  if (row.flags.includes("outside")) {
    const end = text(", and no change set of ours did that.");
    if (isAbsent(values.index))
      return [text(`${opening} is gone from the index, before `), readingSpan(values.known), end];
    if (isAbsent(values.known))
      return [text(`${opening} in the index is now `), readingSpan(values.index), text(", before there was none"), end];
    return [
      text(`${opening} in the index is now `),
      readingSpan(values.index),
      text(", before "),
      readingSpan(values.known),
      end,
    ];
  }
  const here = at + directoryName(context);
  const notYet = `${row.verdict === "same" ? `, as in ${standard}` : ""}. The index does not have it yet.`;
  switch (row.verdict) {
    case "base moved":
      return [
        ...sideClause(`${opening}: ${standard}`, values.base, { noun, adverb: "now" }),
        ...sideClause(
          `. ${capitalise(directoryName(context))}`,
          values.effective,
          isAbsent(values.effective) ? { noun } : { noun, adverb: "still" },
        ),
        text("."),
      ];
    case "differs":
      return [
        ...sideClause(capitalise(here), values.effective, { noun }),
        ...sideClause(`, ${standard}`, values.base, { noun }),
        text(". It is not known which side changed."),
      ];
    case "ours":
      if (isAbsent(values.effective))
        return [
          text(`${at === "" ? "There" : `${at}there`} is no ${noun} here`),
          ...sideClause(`; ${standard}`, values.base, { noun }),
          text("."),
        ];
      if (isAbsent(values.base))
        return [text(`${opening} here is `), readingSpan(values.effective), text(`; ${standard} has none.`)];
      if (values.base !== null && isEmpty(values.base))
        return [text(`${opening} here is `), readingSpan(values.effective), text(`; ${standard} leaves it empty.`)];
      return [
        text(`${opening} here is `),
        readingSpan(values.effective),
        text(", not "),
        readingSpan(values.base),
        text("."),
      ];
    case "same":
    case null:
      return row.drafts.length > 0 && values.preview !== null
        ? staged(values.preview, values.effective, `${subject}${at === "" ? "" : ` at ${context.recordName}`}`)
        : isAbsent(values.effective)
          ? [text(`${at === "" ? "There" : `${at}there`} is no ${noun}${notYet}`)]
          : [text(`${opening} is `), readingSpan(values.effective), text(notYet)];
  }
}

function staged(preview: Reading, effective: Reading | null, subject: string): Span[] {
  if (isAbsent(preview)) return [text(`Staged: ${subject} is left out, before `), readingSpan(effective), text(".")];
  if (isAbsent(effective))
    return [text(`Staged: ${subject} becomes `), readingSpan(preview), text("; there was none.")];
  return [
    text(`Staged: ${subject} becomes `),
    readingSpan(preview),
    ...(effective === null ? [] : [text(", from "), readingSpan(effective)]),
    text("."),
  ];
}
