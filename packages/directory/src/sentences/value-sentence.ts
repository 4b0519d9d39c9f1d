import type { FieldComparison, PartComparison } from "#/compare/comparison.ts";
import type { FieldKey } from "#/records/field.ts";
import { isAbsent, isEmpty } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { fieldLabel, hereOf } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { bothMovedFrom, capital, saidAs, sideSays, strong, text } from "./span.ts";
import type { Span } from "./span.ts";

/** An undivided value as a sentence: a scalar field, JSON, or whether a list is there at all. */
export function valueSentence(key: FieldKey, leaf: FieldComparison | PartComparison, context: SentenceContext): Span[] {
  const { values } = leaf;
  const subject = `the ${fieldLabel(key)}`;
  const at = context.namesRecord === true ? `At ${context.recordName}, ` : "";
  const opening = at === "" ? capital(subject) : at + subject;
  const noun = fieldLabel(key);
  const standard = "the standard index";
  if (leaf.verdict === "conflict") {
    return [
      strong(`${capital(at === "" ? noun : `${context.recordName}, ${noun}`)}:`),
      ...sideSays(" we", values.effective, { noun }),
      ...sideSays(`; ${standard}`, values.base, { noun, adverb: "now" }),
      text("."),
      ...bothMovedFrom(values.baseline),
    ];
  }
  if (leaf.flags.includes("outside")) {
    const end = text(", and no change set of ours did that.");
    if (isAbsent(values.index)) return [text(`${opening} is gone from the index, before `), saidAs(values.known), end];
    if (isAbsent(values.known))
      return [text(`${opening} in the index is now `), saidAs(values.index), text(", before there was none"), end];
    return [
      text(`${opening} in the index is now `),
      saidAs(values.index),
      text(", before "),
      saidAs(values.known),
      end,
    ];
  }
  const here = at + hereOf(context);
  const notYet = `${leaf.verdict === "same" ? `, as in ${standard}` : ""}. The index itself does not say so yet.`;
  switch (leaf.verdict) {
    case "base moved":
      return [
        ...sideSays(`${opening}: ${standard}`, values.base, { noun, adverb: "now" }),
        ...sideSays(
          `. ${capital(hereOf(context))}`,
          values.effective,
          isAbsent(values.effective) ? { noun } : { noun, adverb: "still" },
        ),
        text("."),
      ];
    case "differs":
      return [
        ...sideSays(capital(here), values.effective, { noun }),
        ...sideSays(`, ${standard}`, values.base, { noun }),
        text(". Who moved is not known."),
      ];
    case "ours":
      if (isAbsent(values.effective))
        return [
          text(`${at === "" ? "There" : `${at}there`} is no ${noun} here`),
          ...sideSays(`; ${standard}`, values.base, { noun }),
          text("."),
        ];
      if (isAbsent(values.base))
        return [text(`${opening} here is `), saidAs(values.effective), text(`; ${standard} has none.`)];
      if (values.base !== null && isEmpty(values.base))
        return [text(`${opening} here is `), saidAs(values.effective), text(`; ${standard} leaves it empty.`)];
      return [text(`${opening} here is `), saidAs(values.effective), text(", not "), saidAs(values.base), text(".")];
    case "same":
    case null:
      return leaf.drafts.length > 0 && values.preview !== null
        ? staged(values.preview, values.effective, `${subject}${at === "" ? "" : ` at ${context.recordName}`}`)
        : isAbsent(values.effective)
          ? [text(`${at === "" ? "There" : `${at}there`} is no ${noun}${notYet}`)]
          : [text(`${opening} is `), saidAs(values.effective), text(notYet)];
  }
}

function staged(preview: Reading, effective: Reading | null, subject: string): Span[] {
  if (isAbsent(preview)) return [text(`Staged: ${subject} is left out, before `), saidAs(effective), text(".")];
  if (isAbsent(effective)) return [text(`Staged: ${subject} becomes `), saidAs(preview), text("; there was none.")];
  return [
    text(`Staged: ${subject} becomes `),
    saidAs(preview),
    ...(effective === null ? [] : [text(", from "), saidAs(effective)]),
    text("."),
  ];
}
