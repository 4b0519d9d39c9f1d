import type { Json } from "#/json/json.ts";
import { isStatement, kindOf, partName, shapeOf } from "#/kinds/kinds.ts";
import { valueWords } from "#/kinds/value-form.ts";
import type { Operation } from "#/ledger/operation.ts";
import { phoneKeyText } from "#/phones/format-phone.ts";
import { phonesOf, type Phone } from "#/phones/phone.ts";
import { isAbsent, isEmpty, type Reading } from "#/records/reading.ts";
import { membersOf } from "#/records/set-members.ts";
import { textsOf } from "#/records/texts-by-key.ts";
import { namingAmong } from "#/values/look-alikes.ts";
import { type DescribedChange, labelChangeOf, recordSpan } from "./describe-change.ts";
import { fieldLabel, membershipWords } from "./field-words.ts";
import { fieldName, memberSpan, type SentenceContext } from "./sentence-context.ts";
import { capitalise, fullStop, labelledPhone, plainText, readingSpan, spanList, text } from "./span.ts";

/** A change as somebody is told who refers to the directory: what it says now, and no longer. One sentence. */
export function tellChange(change: DescribedChange, context: SentenceContext): string {
  const recordName = plainText([recordSpan(change, context)]);
  return fullStop(capitalise(wordsOf(change, { ...context, recordName })));
}

const list = (words: readonly string[]) => plainText(spanList(words.map(text)));
const isFax = (label: string | null | undefined) => /\bfax\b/i.test(label ?? "");

function wordsOf(change: DescribedChange, context: SentenceContext): string {
  const { operation, kind = "json" } = change;
  const { recordName: whom } = context;
  if (operation.op === "create") return `${whom} is new in this directory`;
  if (operation.op === "delete") return `${whom} is no longer in this directory`;
  const element = "element" in operation ? operation.element : undefined;
  const shape = shapeOf(kind);
  const part = shape === "parts" && typeof element === "string" ? element : null;
  const what = whatOf(change, context, part);
  if (operation.op === "reset" || operation.op === "takeBase") {
    const isOfOne = element !== undefined && part === null;
    const subject = isOfOne ? `${elementText(change, context, element)} at ${whom}` : `${what} of ${whom}`;
    return `${subject} is as in the standard data again`;
  }
  if (operation.op === "pinValue") {
    if (element !== undefined && part === null)
      return `${elementText(change, context, element)} stays at ${whom}, whatever the standard data says`;
    return `${what} of ${whom} stays ${readingText(operation.to, change, context)}, whatever the standard data says`;
  }
  if (shape === "keyed") return phoneWords(change, operation, context);
  if (shape === "members") return memberWords(change, operation, context);
  const value = operation.op === "set" ? operation.value : null;
  const before = beforeOf(change, part);
  const now: Reading = operation.op === "set" ? { value } : { absent: true };
  const [after, gone] = namingAmong([readingText(now, change, context), readingText(before, change, context)]);
  const had = before === null || isAbsent(before) || isEmpty(before) || after === gone ? "" : `, no longer ${gone}`;
  return isAbsent(now) || isEmpty(now)
    ? `${what} of ${whom} is empty now${had}`
    : `${what} of ${whom} is now ${after}${had}`;
}

/** `the preferred name`, `“can be booked”`. */
function whatOf({ kind = "json", field = "" }: DescribedChange, context: SentenceContext, part: string | null): string {
  const name = fieldName(context, field);
  const what = partName(kind, name, part);
  return isStatement(kind) || name !== fieldLabel(field) ? `“${what}”` : `the ${what}`;
}

function beforeOf({ valueBefore, kind = "json" }: DescribedChange, part: string | null): Reading | null {
  if (part === null || valueBefore === null || kindOf(kind).shape !== "parts") return valueBefore;
  const value = textsOf(valueBefore)?.get(part);
  return value === undefined ? { absent: true } : { value };
}

function readingText(
  reading: Reading | null,
  { kind = "json", field = "" }: DescribedChange,
  context: SentenceContext,
) {
  const value: Json = reading !== null && "value" in reading ? reading.value : null;
  const words = valueWords(value, { kind, choices: context.wording?.(field)?.choices ?? null });
  return words ?? plainText([readingSpan(reading)]);
}

function elementText(change: DescribedChange, context: SentenceContext, element: string | Phone): string {
  if (typeof element !== "string") return labelledPhone(element);
  if (shapeOf(change.kind ?? "json") === "keyed") return phoneKeyText(element, [change.valueBefore, change.baseSeen]);
  return plainText([memberSpan(context, change.field ?? "", element)]);
}

/** What is done to entries of a list, or to the list. */
type ListOperation = Extract<Operation, { op: "set" | "add" | "remove" | "replace" | "move" }>;

function phoneWords(change: DescribedChange, operation: ListOperation, context: SentenceContext): string {
  const { valueBefore } = change;
  const { recordName: whom } = context;
  const had = valueBefore === null ? [] : (phonesOf(valueBefore) ?? []);
  const name = (element: string | Phone) => elementText(change, context, element);
  const verb = (element: string | Phone) => (typeof element !== "string" && isFax(element.label) ? "fax" : "call");
  switch (operation.op) {
    case "add":
      return `${verb(operation.element)} ${whom} at ${name(operation.element)}${had.length === 0 ? "" : " too"}`;
    case "remove":
      return `no longer call ${whom} at ${name(operation.element)}`;
    case "replace": {
      const relabelled = labelChangeOf(change);
      if (relabelled !== null)
        return `${relabelled.number} of ${whom} is now ${relabelled.to || "without a label"}, no longer ${relabelled.from || "without one"}`;
      const [gone = "", by = ""] = namingAmong([name(operation.element), name(operation.by)]);
      return `${verb(operation.by)} ${whom} at ${by}, no longer at ${gone}`;
    }
    case "move":
      return `call ${whom} at ${name(operation.element)} ${operation.before === null ? "last" : `before ${name(operation.before)}`}`;
    case "set": {
      const now = (phonesOf({ value: operation.value }) ?? []).map(labelledPhone);
      const gone = had.map(labelledPhone).filter((phone) => !now.includes(phone));
      const noLonger = gone.length === 0 ? "" : `, no longer at ${list(gone)}`;
      return now.length === 0
        ? `there is no number to call ${whom} any more`
        : `call ${whom} at ${list(now)}${noLonger}`;
    }
  }
}

function memberWords(change: DescribedChange, operation: ListOperation, context: SentenceContext): string {
  const { field = "" } = change;
  const { recordName: whom } = context;
  const { does, among } = membershipWords(field, fieldName(context, field));
  const name = (element: string | Phone) => elementText(change, context, element);
  switch (operation.op) {
    case "add":
      return `${whom} now ${does} ${name(operation.element)}${among}`;
    case "remove":
      return `${whom} no longer ${does} ${name(operation.element)}${among}`;
    case "replace":
      return `${whom} now ${does} ${name(operation.by)}, and no longer ${name(operation.element)}${among}`;
    case "move":
      return `${whom} ${does} ${name(operation.element)}${among}, in another place`;
    case "set": {
      const now = [...(membersOf({ value: operation.value }) ?? [])].map(name);
      return now.length === 0
        ? `${whom} ${does} nothing any more${among}`
        : `${whom} now ${does} ${list(now)}${among}, and nothing else`;
    }
  }
}
