import { compareField } from "#/compare/compare-field.ts";
import type { ComparisonRow, FieldComparison } from "#/compare/comparison.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import { phoneKey } from "#/phones/phone-key.ts";
import { phoneIn } from "#/phones/phone.ts";
import type { Reading } from "#/records/reading.ts";

export type Refusal =
  | "no override"
  | "was never sent"
  | "was sent"
  | "whole field was set"
  | "not read"
  | "same as standard"
  | "already decided"
  | "not outside"
  | "has override"
  | "differs from standard"
  | "repeated entry"
  | "no such part";

export type Decision<Move> = ({ ok: true } & Move) | { ok: false; reason: Refusal; message: string };

export type DecisionTarget = { field: FieldComparison; row: ComparisonRow; input: FieldInput };

export function findPart(input: FieldInput, part: string | undefined): DecisionTarget | null {
  const field = compareField(input);
  if (part === undefined) return { field, row: field, input };
  const row =
    field.parts.find((candidate) => candidate.key === part) ??
    field.parts.find((candidate) => phoneKeyIn(candidate.values.effective, input.region) === part);
  return row === undefined ? null : { field, row, input };
}

export function phoneKeyIn(reading: Reading | null, region: string): string | null {
  const phone = phoneIn(reading);
  return phone === null ? null : phoneKey(phone, region);
}

const refusalMessages: { readonly [reason in Refusal]: string } = {
  "no override": "This value has no override.",
  "was never sent": "This override was never sent. Remove it instead: nothing has to be written.",
  "was sent": "This override was sent. Reset it to base instead: that writes the standard value.",
  "whole field was set":
    "One change set the whole field. Remove it for the whole field, or stage a change of this part.",
  "not read": "This value has not been read yet.",
  "same as standard": "This is already the same as the standard index.",
  "already decided": "This was already decided against the standard value as it is now.",
  "not outside": "Nothing changed here outside our change sets.",
  "has override": "This value already has an override.",
  "differs from standard":
    "Only a value that the standard index and this index version share can be pinned. This one differs: keep ours, take base, or set the value.",
  "repeated entry": "This number is listed more than once. Pin the whole list instead.",
  "no such part": "There is no such part in this field.",
};

export function refusal(reason: Refusal): { ok: false; reason: Refusal; message: string } {
  return { ok: false, reason, message: refusalMessages[reason] };
}
