import { compareField } from "#/compare/compare-field.ts";
import type { ComparisonRow, FieldComparison, Values } from "#/compare/comparison.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import { foldChanges, sameElement } from "#/ledger/fold-changes.ts";
import { underlyingReading } from "#/compare/field-state.ts";
import { type Operation, touchedElements } from "#/ledger/operation.ts";
import { entriesNamed, type Entry, phoneEntries, placeKey } from "#/phones/phone-entries.ts";
import { phoneIn, phonesOf, samePhone } from "#/phones/phone.ts";

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
  | "only its place"
  | "no such part";

export type Decision<Move> = ({ ok: true } & Move) | { ok: false; reason: Refusal; message: string };

export type DecisionTarget = { field: FieldComparison; row: ComparisonRow; input: FieldInput };

/** The part of a field with this key, or the entry of phones that it names alone in what the directory says, or base. */
export function findPart(input: FieldInput, part: string | undefined): DecisionTarget | null {
  const field = compareField(input);
  if (part === undefined) return { field, row: field, input };
  const key = part.normalize("NFC");
  const row =
    field.parts.find((candidate) => candidate.key === key) ??
    (["effective", "base"] as const)
      .map((side) => {
        const [named, ...others] = entriesNamed(entriesOn(field, side, input.region), part, input.region);
        if (named === undefined || others.length > 0) return undefined;
        return field.parts.find((candidate) => keyOnSide({ field, row: candidate, input }, side) === named.key);
      })
      .find((candidate) => candidate !== undefined);
  return row === undefined ? null : { field, row, input };
}

function entriesOn(field: FieldComparison, side: keyof Values, region: string): Entry[] {
  const list = field.values[side];
  return phoneEntries((list === null ? null : phonesOf(list)) ?? [], region);
}

/** The key that an entry of phones has in the list of a side; null where that side lacks it. */
export function keyOnSide({ field, row, input }: DecisionTarget, side: keyof Values): string | null {
  const phone = phoneIn(row.values[side]);
  if (phone === null) return null;
  const alike = entriesOn(field, side, input.region).filter((entry) => samePhone(entry.phone, phone));
  return (alike.find(({ key }) => "parts" in row && key === row.key) ?? alike[0])?.key ?? null;
}

const sides = [
  "base",
  "index",
  "wanted",
  "effective",
  "known",
  "baseline",
] as const satisfies readonly (keyof Values)[];

/** The keys under which a part stands on the sides of its row, and its place. */
function rowKeys(target: DecisionTarget, part: string): string[] {
  const keys = [part, ...sides.flatMap((side) => keyOnSide(target, side) ?? [])];
  return [...keys, ...keys.map(placeKey)];
}

/** Whether an operation decides something of a part, or, without one, of the field. */
export function decidesPart(
  input: FieldInput,
  part: string | undefined,
  target = findPart(input, part),
): (operation: Operation) => boolean {
  if (part === undefined || target === null) return () => true;
  const keys = rowKeys(target, part);
  const isSame = sameElement(input.kind);
  return (operation) => {
    const touched = touchedElements(operation, input.region);
    return touched === null || touched.some((key) => keys.some((own) => isSame(own, key)));
  };
}

/** The changes that decide the override of a part, be it of its place alone; without a part, of the field and all of its parts. */
export function overridingChanges(input: FieldInput, part: string | undefined): string[] {
  const target = findPart(input, part);
  if (target === null) return [];
  const { whole, elements } = foldChanges(underlyingReading(input), input.changes, input.kind, input.region);
  const ofWhole = whole === null ? [] : [whole.changeId];
  const marked = new Set([...elements.values()].map(({ changeId }) => changeId));
  if (part === undefined) return [...ofWhole, ...marked];
  const isOfPart = decidesPart(input, part, target);
  const shown = target.row.override?.changeId;
  const ofPart = input.changes.filter(({ id, operation }) => id === shown || (marked.has(id) && isOfPart(operation)));
  return ofPart.length > 0 ? ofPart.map(({ id }) => id) : ofWhole;
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
  "only its place":
    "Only the place of this phone is overridden, and the standard index gives it no other: reset the whole list.",
  "no such part":
    "This field has no such part, or several of its phones have this number: choose one of them in the comparison.",
};

export function refusal(reason: Refusal): { ok: false; reason: Refusal; message: string } {
  return { ok: false, reason, message: refusalMessages[reason] };
}
