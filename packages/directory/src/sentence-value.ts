import type { FieldComparison, PartComparison } from "./comparison.ts";
import type { FieldKey } from "./field.ts";
import { hereOf, wordsOfField } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { capital, saidAs, strong, text } from "./span.ts";
import type { Span } from "./span.ts";

/** An undivided value as a sentence: a scalar field, JSON, or whether a list is there at all. */
export function valueSentence(key: FieldKey, leaf: FieldComparison | PartComparison, context: SentenceContext): Span[] {
  const { values } = leaf;
  const subject = `the ${wordsOfField(key)}`;
  const at = context.namesRecord === true ? `At ${context.recordName}, ` : "";
  const opening = at === "" ? capital(subject) : at + subject;
  if (leaf.verdict === "conflict") {
    return [
      strong(`${capital(at === "" ? wordsOfField(key) : `${context.recordName}, ${wordsOfField(key)}`)}:`),
      text(" we say "),
      saidAs(values.effective),
      text("; the standard index now says "),
      saidAs(values.base),
      text(". Both moved away from "),
      saidAs(values.baseline),
      text("."),
    ];
  }
  if (leaf.flags.includes("outside")) {
    return [
      text(`${opening} in the index is now `),
      saidAs(values.index),
      text(", before "),
      saidAs(values.known),
      text(", and no change set of ours did that."),
    ];
  }
  switch (leaf.verdict) {
    case "base moved":
      return [
        text(`${opening}: the standard index now says `),
        saidAs(values.base),
        text(`. ${capital(hereOf(context))} still says `),
        saidAs(values.effective),
        text("."),
      ];
    case "differs":
      return [
        text(`${opening} in ${hereOf(context)} is `),
        saidAs(values.effective),
        text(", in the standard index "),
        saidAs(values.base),
        text(". Who moved is not known."),
      ];
    case "ours":
      return [text(`${opening} here is `), saidAs(values.effective), text(", not "), saidAs(values.base), text(".")];
    case "same":
    case null:
      return leaf.drafts.length > 0 && values.preview !== null
        ? [
            text(`Staged: ${subject}${at === "" ? "" : ` at ${context.recordName}`} becomes `),
            saidAs(values.preview),
            ...(values.effective === null ? [] : [text(", from "), saidAs(values.effective)]),
            text("."),
          ]
        : [
            text(`${opening} is `),
            saidAs(values.effective),
            text(", as in the standard index. The index itself does not say so yet."),
          ];
  }
}
