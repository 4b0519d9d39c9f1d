import type { Json } from "#/json/json.ts";
import type { Change } from "#/ledger/change.ts";
import { impossibleNumber } from "#/phones/describe-phone.ts";
import { phoneKeyText, phoneOfKey } from "#/phones/format-phone.ts";
import { phonesOf, phoneText } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";
import { provisionalId } from "#/records/record-key.ts";
import { membersOf } from "#/records/set-members.ts";
import { type FieldKind, isStatement, kindOf, partName, shapeOf } from "#/kinds/kinds.ts";
import { valueWords } from "#/kinds/value-form.ts";
import { look, namingAmong, namingLookAlikes } from "#/values/look-alikes.ts";
import { fieldLabel, membershipWords } from "./field-words.ts";
import { fieldName, memberSpan } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { labelledPhone, plainText, readingSpan, spanList, strong, text } from "./span.ts";
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
  const record = recordSpan(change, context);
  const kind = kindOf(change.kind ?? "json");
  const element = "element" in operation ? operation.element : undefined;
  const part = kind.shape === "parts" && typeof element === "string" ? element : null;
  const what = partName(change.kind ?? "json", fieldName(context, field), part);
  // What a profile calls a field, and what a boolean says, may be a statement, which no article goes before.
  const isQuoted = isStatement(change.kind ?? "json") || fieldName(context, field) !== fieldLabel(field);
  const subject = isQuoted ? `“${what}”` : `the ${what}`;
  const name = (element: string | Phone): Span => {
    if (typeof element !== "string") return { value: phoneText(element) };
    if (kind.shape === "keyed") return { value: phoneKeyText(element, [change.valueBefore, change.baseSeen]) };
    const others = kind.shape === "members" ? membersBefore(change) : [];
    return namingSpans([element, ...others].map((id) => memberSpan(context, field, id)))[0] ?? text(element);
  };
  const ofField = kind.shape === "keyed" || membershipWords(field, what).among === "" ? [] : [text(` (${what})`)];
  switch (operation.op) {
    case "set":
      return [text(`sets ${subject} of `), record, text(" to "), ...valueSpans(change, operation.value, context)];
    case "add":
      return [text("adds "), name(operation.element), text(" to "), record, ...ofField];
    case "remove":
      if (part !== null) return [text(`removes ${subject} of `), record];
      return [text("removes "), name(operation.element), text(" from "), record, ...ofField];
    case "replace": {
      const relabelled = labelChangeOf(change);
      if (relabelled !== null) return labelSpans(relabelled, record);
      const [gone, by] = labelledPair(change) ?? [name(operation.element), name(operation.by)];
      return [text("replaces "), gone, text(" with "), by, text(" for "), record, ...ofField];
    }
    case "move": {
      const place = operation.before === null ? text(" to the end") : text(" before ");
      const next = operation.before === null ? [] : [name(operation.before)];
      return [text("moves "), name(operation.element), place, ...next, text(" for "), record, ...ofField];
    }
    case "reset":
    case "takeBase": {
      const verb = operation.op === "reset" ? "resets" : "takes the standard value of";
      const ending = operation.op === "reset" ? text(" to the standard value") : null;
      const isOfOne = operation.element !== undefined && part === null;
      const whose = isOfOne && operation.element !== undefined ? [name(operation.element)] : [text(subject)];
      return [
        text(`${verb} `),
        ...whose,
        text(" for "),
        record,
        ...(isOfOne ? ofField : []),
        ...(ending === null ? [] : [ending]),
      ];
    }
    case "pinValue": {
      const { to } = operation;
      if (operation.element !== undefined && part === null)
        return [text("pins "), name(operation.element), text(" at "), record, ...ofField];
      const value = "value" in to ? valueSpans(change, to.value, context) : [readingSpan(to)];
      return [text(`pins ${subject} of `), record, text(" at "), ...value];
    }
    case "create":
    case "delete":
      return [
        text(operation.op === "create" ? "creates " : "deletes "),
        ...(isNameless(context)
          ? [text(`a new ${typeWords(context)}`)]
          : [...(context.recordType === undefined ? [] : [text(`the ${typeWords(context)} `)]), record]),
        ...(context.indexName === undefined ? [] : [text(" in "), strong(context.indexName)]),
      ];
  }
}

/** What an element of a set may look like: the members that its list has, or had. */
function membersBefore({ operation, valueBefore, baseSeen }: DescribedChange): string[] {
  const listed = [valueBefore, baseSeen].flatMap((reading) => [...((reading && membersOf(reading)) ?? [])]);
  return operation.op === "replace" ? [...listed, operation.element] : listed;
}

/**
 * The change with all that its sentences tell of it: where one member of a set is changed, which has one of these names, no other
 * members but those that look like it.
 */
export function toldPart(change: DescribedChange, names: readonly string[]): DescribedChange {
  const { operation, kind = "json", valueBefore, baseSeen } = change;
  if (shapeOf(kind) !== "members" || !("element" in operation) || typeof operation.element !== "string") return change;
  const by = "by" in operation && typeof operation.by === "string" ? [operation.by] : [];
  const looks = new Set([operation.element, ...by, ...names].map(look));
  const alike = (reading: Reading | null) => {
    const members = reading === null ? null : membersOf(reading);
    if (members === null) return reading;
    const kept = [...members].filter((member) => looks.has(look(member)));
    return kept.length === 0 ? null : { value: kept };
  };
  return { ...change, valueBefore: alike(valueBefore), baseSeen: alike(baseSeen) };
}

/** Whom a change is about: by its name, or by its type where it has none yet or gets the very name that it is known by. */
export function recordSpan({ operation, valueBefore }: DescribedChange, context: SentenceContext): Span {
  if (isNameless(context)) return text(`the new ${typeWords(context)}`);
  if (operation.op !== "set" || operation.value !== context.recordName) return strong(context.recordName);
  const before = valueBefore !== null && "value" in valueBefore ? valueBefore.value : null;
  if (typeof before === "string" && before.trim() !== "") return strong(before);
  return text(`the ${typeWords(context)}`);
}

/** A record without a name is known by its provisional id, which says nothing to a person. */
function isNameless({ recordName }: SentenceContext): boolean {
  return provisionalId.test(recordName);
}

function typeWords({ recordType }: SentenceContext): string {
  return recordType === undefined ? "record" : fieldLabel(recordType);
}

/** A number that stays as it is spelled while its label changes. */
export interface LabelChange {
  number: string;
  from: string;
  to: string;
}

/** What a replacement changes if that is only the label; null for everything else. Labels are empty where there is none. */
export function labelChangeOf(change: DescribedChange): LabelChange | null {
  const pair = replacedPhones(change);
  if (pair === null || phoneText(pair.before) !== phoneText(pair.after)) return null;
  const labels = [pair.before.label?.trim() ?? "", pair.after.label?.trim() ?? ""];
  const [from = "", to = ""] = namingAmong(labels);
  return from === to ? null : { number: phoneText(pair.after), from, to };
}

function labelSpans({ number, from, to }: LabelChange, record: Span): Span[] {
  const place = [{ value: number }, text(" at "), record];
  if (from === "") return [text("gives "), ...place, text(" the label "), { value: to }];
  if (to === "") return [text("removes the label "), { value: from }, text(" from "), ...place];
  return [text("changes the label of "), ...place, text(" from "), { value: from }, text(" to "), { value: to }];
}

/** Both numbers of a replacement with their labels, where the label changes too. */
function labelledPair(change: DescribedChange): [Span, Span] | null {
  const pair = replacedPhones(change);
  if (pair === null || (pair.before.label?.trim() ?? "") === (pair.after.label?.trim() ?? "")) return null;
  return [{ value: labelledPhone(pair.before) }, { value: labelledPhone(pair.after) }];
}

function replacedPhones({ operation, valueBefore, baseSeen }: DescribedChange): { before: Phone; after: Phone } | null {
  if (operation.op !== "replace" || typeof operation.by === "string") return null;
  const before = phoneOfKey(operation.element, [valueBefore, baseSeen]);
  return before === null ? null : { before, after: operation.by };
}

/** Says of a change that it sends a number which is not possible, as a person asked; null where it does not. */
export function asItStandsText(change: DescribedChange, region: string): string | null {
  const number = impossibleNumber(phonesBrought(change), [change.valueBefore, change.baseSeen], region);
  return number === null ? null : `Sent as it stands: “${number}” is not a possible phone number.`;
}

function phonesBrought({ operation, kind }: DescribedChange): Phone[] {
  if (operation.op === "create") return Object.values(operation.fields).flatMap((value) => phonesOf({ value }) ?? []);
  if (kind === undefined || shapeOf(kind) !== "keyed") return [];
  if (operation.op === "set") return phonesOf({ value: operation.value }) ?? [];
  const brought = operation.op === "add" ? operation.element : operation.op === "replace" ? operation.by : null;
  return brought === null || typeof brought === "string" ? [] : [brought];
}

/** A whole value that is set; a set's members by name, phones with their labels, and others by their words. */
function valueSpans(
  { kind = "json", field = "", valueBefore, baseSeen }: DescribedChange,
  value: Json,
  context: SentenceContext,
): readonly Span[] {
  const words = valueWords(value, { kind, choices: context.wording?.(field)?.choices ?? null });
  if (words !== null) return [{ value: words }];
  const spans = elementSpans(kind, { value }, (id) => memberSpan(context, field, id));
  if (spans.length > 0) return spanList(namingSpans(spans));
  return [readingSpan(namingLookAlikes({ value: { value }, valueBefore, baseSeen }).value)];
}

/** Names and values beside each other, with the signs named by which those that look the same differ. */
function namingSpans(spans: readonly Span[]): Span[] {
  const named = namingAmong(spans.map((span) => plainText([span])));
  return spans.map((span, at) => ("strong" in span ? strong(named[at] ?? "") : { value: named[at] ?? "" }));
}

function elementSpans(kind: FieldKind, reading: Reading, memberName: (id: string) => Span): Span[] {
  switch (shapeOf(kind)) {
    case "whole":
      return [];
    case "members":
      return [...(membersOf(reading) ?? [])].map(memberName);
    case "keyed":
      return (phonesOf(reading) ?? []).map((phone) => ({ value: labelledPhone(phone) }));
    case "parts":
      return "value" in reading && typeof reading.value === "string" ? [{ value: reading.value }] : [];
  }
}
