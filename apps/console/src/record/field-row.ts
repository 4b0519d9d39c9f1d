import type { Connection, RecordView } from "@dc/contract";
import {
  type FieldComparison,
  type PartComparison,
  phoneFrom,
  phoneText,
  type Reading,
  type RecordKey,
  recordKey,
} from "@dc/directory";
import { labelOfField } from "#/connection/meanings.ts";
import { verdictOrder, type VerdictName } from "#/marks/verdict.tsx";
import type { PlanNames } from "#/plan-choice/queries.ts";

export type Leaf = FieldComparison | PartComparison;

/** One leaf of a record with what is needed to name it, to decide about it and to find it again. */
export interface Place {
  id: string;
  record: RecordKey;
  recordName: string;
  /** The standard index has no such record, so that there is nothing to compare the leaf with. */
  onlyHere: boolean;
  /** The service profile has no such field any more: nothing of it is read, and nothing can be decided but to withdraw. */
  lost: boolean;
  field: FieldComparison;
  leaf: Leaf;
  /** The element that a decision names; null where the leaf is the field itself. */
  element: string | null;
  label: string;
}

function isPart(leaf: Leaf): leaf is PartComparison {
  return !("kind" in leaf);
}

/** What stands on screen for a leaf: outside asks for a person first, and only a conflict is worse. */
export function shownVerdict(leaf: Leaf): VerdictName | null {
  if (leaf.verdict === "conflict") return "conflict";
  return leaf.flags.includes("outside") ? "outside" : leaf.verdict;
}

/** The verdict that asks for a person most among the places; null where nothing was read. */
export function worstVerdict(places: readonly Place[]): VerdictName | null {
  const shown = new Set(places.map(({ leaf }) => shownVerdict(leaf)));
  return verdictOrder.find((verdict) => shown.has(verdict)) ?? null;
}

/** The reading as a phone; null where it is none. */
export function phoneIn(reading: Reading | null) {
  return reading !== null && "value" in reading ? phoneFrom(reading.value) : null;
}

/** The phone of a leaf, from whichever side has it. */
function phoneOf({ values: { effective, preview, base, index } }: Leaf) {
  return phoneIn(effective) ?? phoneIn(preview) ?? phoneIn(base) ?? phoneIn(index);
}

/** A label that several phones have is told apart by the number. */
function labelAmong(labels: readonly string[], at: number, leaf: Leaf): string {
  const label = labels[at] ?? "";
  const phone = labels.filter((other) => other === label).length > 1 ? phoneOf(leaf) : null;
  return phone === null ? label : `${label} ${phoneText(phone)}`;
}

function labelOfPart(field: FieldComparison, part: PartComparison, fieldLabel: string, planName: PlanNames): string {
  if (part.key === "") return `${fieldLabel}, the list itself`;
  if (field.kind === "set") return planName(part.key) ?? part.key;
  const phone = phoneOf(part);
  const label = phone?.label?.trim() ?? "";
  if (label !== "") return `Phone, ${label}`;
  return phone === null ? "Phone" : `Phone ${phone.number.trim()}`;
}

export interface Naming {
  connection: Connection | undefined;
  planName: PlanNames;
}

/** Every leaf of a record's fields, in the order of the fields. */
export function placesOf(view: RecordView, { connection, planName }: Naming): Place[] {
  const { record } = view;
  const { presence } = view.comparison;
  const onlyHere = presence === "missing in standard" || presence === "in neither";
  return view.comparison.fields.flatMap((field) => {
    const fieldLabel = labelOfField(connection, record.type, field.key);
    const leaves: readonly Leaf[] = field.parts.length === 0 ? [field] : field.parts;
    const named = leaves.map((leaf) => (isPart(leaf) ? labelOfPart(field, leaf, fieldLabel, planName) : fieldLabel));
    return leaves.map((leaf, at) => ({
      id: idOfPlace(record, field.key, isPart(leaf) ? leaf.key : null),
      record,
      recordName: view.name ?? record.id,
      onlyHere,
      lost: view.lost.includes(field.key),
      field,
      leaf,
      element: isPart(leaf) ? leaf.key : null,
      label: labelAmong(named, at, leaf),
    }));
  });
}

export function idOfPlace(record: RecordKey, field: string, element: string | null): string {
  return element === null ? `${recordKey(record)}/${field}` : `${recordKey(record)}/${field}/${element}`;
}
