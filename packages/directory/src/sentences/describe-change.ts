import type { Json } from "#/json/json.ts";
import type { Change } from "#/ledger/change.ts";
import { phoneKeyText } from "#/phones/format-phone.ts";
import { phoneText } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { fieldLabel, membershipWords } from "./field-words.ts";
import { memberSpan } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { plainText, readingSpan, spanList, strong, text } from "./span.ts";
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
      : memberSpan(context, field, element);
  };
  const ofField = change.kind === "phones" || membershipWords(field).among === "" ? [] : [text(` (${what})`)];
  switch (operation.op) {
    case "set":
      return [text(`sets the ${what} of `), record, text(" to "), ...valueSpans(change, operation.value, context)];
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
      return [
        text(`${verb} `),
        ...subject,
        text(" at "),
        record,
        ...(operation.element === undefined ? [] : ofField),
        ...(ending === null ? [] : [ending]),
      ];
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

/** A whole value that is set; a set's members by name. */
function valueSpans({ kind, field = "" }: DescribedChange, value: Json, context: SentenceContext): Span[] {
  const members = kind === "set" ? membersOf({ value }) : null;
  if (members === null || members.size === 0) return [readingSpan({ value })];
  return spanList([...members].map((id) => memberSpan(context, field, id)));
}
