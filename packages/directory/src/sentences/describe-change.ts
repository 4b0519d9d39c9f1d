import type { Change } from "#/ledger/change.ts";
import { phoneKeyText } from "#/phones/format-phone.ts";
import { phoneText } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";
import { fieldLabel, isAcceptedInsurances, memberName } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { plainText, readingSpan, strong, text } from "./span.ts";
import type { Span } from "./span.ts";

/** What describing a change needs. Phones named by key are shown as the value before it spelled them. */
export type DescribedChange = Pick<Change, "operation" | "field" | "kind" | "baseSeen"> & {
  valueBefore: Reading | null;
};

/** A change as a predicate, "adds … to …"; the caller supplies the subject. */
export function describeChange(
  change: DescribedChange,
  context: SentenceContext,
): { spans: readonly Span[]; text: string } {
  const spans = spansOf(change, context);
  return { spans, text: plainText(spans) };
}

function spansOf(change: DescribedChange, context: SentenceContext): Span[] {
  const { operation } = change;
  const field = change.field ?? "";
  const record = strong(context.recordName);
  const what = fieldLabel(field);
  const name = (element: string | Phone): Span => {
    if (typeof element !== "string") return { value: phoneText(element) };
    return change.kind === "phones"
      ? { value: phoneKeyText(element, [change.valueBefore, change.baseSeen]) }
      : strong(memberName(context, element));
  };
  const ofField = isAcceptedInsurances(field) || change.kind === "phones" ? [] : [text(` (${what})`)];
  switch (operation.op) {
    case "set":
      return [text(`sets the ${what} of `), record, text(" to "), readingSpan({ value: operation.value })];
    case "add":
      return [text("adds "), name(operation.element), text(" to "), record, ...ofField];
    case "remove":
      return [text("removes "), name(operation.element), text(" from "), record, ...ofField];
    case "replace":
      return [
        text("replaces "),
        name(operation.element),
        text(" by "),
        name(operation.by),
        text(" at "),
        record,
        ...ofField,
      ];
    case "reset":
    case "takeBase": {
      const verb = operation.op === "reset" ? "resets" : "takes the standard value of";
      const ending = operation.op === "reset" ? text(" to the standard value") : null;
      const subject = operation.element === undefined ? [text(`the ${what}`)] : [name(operation.element)];
      return [text(`${verb} `), ...subject, text(" at "), record, ...(ending === null ? [] : [ending])];
    }
    case "create":
    case "delete":
      return [
        text(operation.op === "create" ? "creates " : "deletes "),
        ...(context.recordType === undefined ? [] : [text(`the ${fieldLabel(context.recordType)} `)]),
        record,
        ...(context.indexName === undefined ? [] : [text(" in "), strong(context.indexName)]),
      ];
  }
}
