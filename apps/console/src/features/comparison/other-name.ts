import { plainText, type Sentence, type Span } from "@dc/directory";

/** The domain tells of the standard index; against another directory its name stands in that place. */
export function withOtherName(sentence: Sentence, otherName: string | null): Sentence {
  if (otherName === null) return sentence;
  const spans = sentence.spans.map((span): Span =>
    "text" in span ? { text: span.text.replaceAll(/the standard index/gi, otherName) } : span,
  );
  return { ...sentence, spans, text: plainText(spans) };
}
