import type { ComparisonRow, FieldComparison, Values } from "#/compare/comparison.ts";
import { kindOf, partName } from "#/kinds/kinds.ts";
import { isAbsent, isEmpty } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { inWords } from "#/kinds/value-form.ts";
import { namingLookAlikes } from "#/values/look-alikes.ts";
import { directoryName, fieldName } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { baselineSentence, capitalise, readingSpan, sideClause, strong, text } from "./span.ts";
import type { Span } from "./span.ts";

/** An undivided value as a sentence: a scalar field, JSON, or whether a list is there at all. */
export function valueSentence(
  field: Pick<FieldComparison, "key" | "kind">,
  given: ComparisonRow,
  context: SentenceContext,
  part: string | null = null,
): Span[] {
  const row = { ...given, values: namingLookAlikes(given.values) };
  const noun = partName(field.kind, fieldName(context, field.key), part);
  // A text that is told beside another one is cut, and not worded.
  if (part !== null) return toldSentence(noun, row, context);
  if (kindOf(field.kind).told !== "in a sentence")
    return toldSentence(noun, { ...row, values: worded(field, row.values, context) }, context);
  const { values } = row;
  const subject = `the ${noun}`;
  const place = context.namesRecord === true ? `At ${context.recordName}, ` : "";
  const opening = place === "" ? capitalise(subject) : place + subject;
  const standard = "the standard index";
  if (row.verdict === "conflict") {
    return [
      strong(`${capitalise(place === "" ? noun : `${context.recordName}, ${noun}`)}:`),
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
  const directory = place + directoryName(context);
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
        ...sideClause(capitalise(directory), values.effective, { noun }),
        ...sideClause(`, ${standard}`, values.base, { noun }),
        text(". It is not known which side changed."),
      ];
    case "ours":
      if (isAbsent(values.effective))
        return [
          text(`${place === "" ? "There" : `${place}there`} is no ${noun} here`),
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
        ? staged(values.preview, values.effective, `${subject}${place === "" ? "" : ` at ${context.recordName}`}`)
        : isAbsent(values.effective)
          ? [text(`${place === "" ? "There" : `${place}there`} is no ${noun}${notYet}`)]
          : [text(`${opening} is `), readingSpan(values.effective), text(notYet)];
  }
}

/** The values of a field by their words. */
function worded(
  { key, kind }: Pick<FieldComparison, "key" | "kind">,
  values: Values,
  context: SentenceContext,
): Values {
  const form = { kind, choices: context.wording?.(key)?.choices ?? null };
  const words = (reading: Reading | null) => (reading === null ? null : inWords(reading, form));
  return {
    original: words(values.original),
    baseline: words(values.baseline),
    base: words(values.base),
    index: words(values.index),
    known: words(values.known),
    wanted: words(values.wanted),
    effective: words(values.effective),
    preview: words(values.preview),
  };
}

/** A value after the name of its field: "Gender: female → male." The arrow leads from the standard value to ours. */
function toldSentence(noun: string, row: ComparisonRow, context: SentenceContext): Span[] {
  const { values } = row;
  const who = context.namesRecord === true ? `${context.recordName}, ${noun}:` : `${capitalise(noun)}:`;
  const standard = "the standard index";
  if (row.verdict === "conflict") {
    return [
      strong(who),
      ...sideClause(" we", values.effective, { noun: "value" }),
      ...sideClause(`; ${standard}`, values.base, { noun: "value", adverb: "now" }),
      text("."),
      ...baselineSentence(values.baseline),
    ];
  }
  if (row.flags.includes("outside")) {
    const end = text(", and no change set of ours did that.");
    return [
      ...sideClause(`${who} the index`, values.index, { noun: "value", adverb: "now" }),
      text(", before "),
      valueSpan(values.known),
      end,
    ];
  }
  const directory = directoryName(context);
  switch (row.verdict) {
    case "base moved":
      return [
        ...sideClause(`${who} ${standard}`, values.base, { noun: "value", adverb: "now" }),
        ...sideClause(
          `. ${capitalise(directory)}`,
          values.effective,
          isAbsent(values.effective) ? { noun: "value" } : { noun: "value", adverb: "still" },
        ),
        text("."),
      ];
    case "differs":
      return [
        ...sideClause(`${who} ${directory}`, values.effective, { noun: "value" }),
        ...sideClause(`, ${standard}`, values.base, { noun: "value" }),
        text(". It is not known which side changed."),
      ];
    case "ours":
      return [text(`${who} `), ...arrow(values.base, values.effective), text(".")];
    case "same":
    case null:
      if (row.drafts.length > 0 && values.preview !== null)
        return [
          text(`Staged: ${context.namesRecord === true ? who : `${noun}:`} `),
          ...arrow(values.effective, values.preview),
          text("."),
        ];
      return [
        text(`${who} `),
        valueSpan(values.effective),
        text(`${row.verdict === "same" ? `, as in ${standard}` : ""}. The index does not have it yet.`),
      ];
  }
}

function arrow(from: Reading | null, to: Reading | null): Span[] {
  return [...(from === null ? [] : [valueSpan(from), text(" → ")]), valueSpan(to)];
}

/** A value beside the name of its field, where none is said as "none". */
function valueSpan(reading: Reading | null): Span {
  return isAbsent(reading) ? text("none") : readingSpan(reading);
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
