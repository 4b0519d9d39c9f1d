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
import { meaningLabel } from "#/connection/meanings.ts";
import { verdictOrder, type VerdictName } from "#/marks/verdict.tsx";
import type { PlanNames } from "#/plan-choice/queries.ts";

export type RowComparison = FieldComparison | PartComparison;

/** One leaf of a record with what is needed to name it, to decide about it and to find it again. */
export interface FieldRow {
  id: string;
  record: RecordKey;
  recordName: string;
  /** The standard index has no such record, so that there is nothing to compare the leaf with. */
  onlyHere: boolean;
  /** The service profile has no such field any more: nothing of it is read, and nothing can be decided but to withdraw. */
  lost: boolean;
  field: FieldComparison;
  comparison: RowComparison;
  /** The element that a decision names; null where the leaf is the field itself. */
  element: string | null;
  label: string;
}

function isPart(comparison: RowComparison): comparison is PartComparison {
  return !("kind" in comparison);
}

/** What stands on screen for a leaf: outside asks for a person first, and only a conflict is worse. */
export function shownVerdict(comparison: RowComparison): VerdictName | null {
  if (comparison.verdict === "conflict") return "conflict";
  return comparison.flags.includes("outside") ? "outside" : comparison.verdict;
}

/** The verdict that asks for a person most among the places; null where nothing was read. */
export function worstVerdict(rows: readonly FieldRow[]): VerdictName | null {
  const shown = new Set(rows.map(({ comparison }) => shownVerdict(comparison)));
  return verdictOrder.find((verdict) => shown.has(verdict)) ?? null;
}

/** The reading as a phone; null where it is none. */
export function phoneIn(reading: Reading | null) {
  return reading !== null && "value" in reading ? phoneFrom(reading.value) : null;
}

/** The phone of a leaf, from whichever side has it. */
function phoneOf({ values: { effective, preview, base, index } }: RowComparison) {
  return phoneIn(effective) ?? phoneIn(preview) ?? phoneIn(base) ?? phoneIn(index);
}

/** A label that several phones have is told apart by the number. */
function labelAmong(labels: readonly string[], at: number, comparison: RowComparison): string {
  const label = labels[at] ?? "";
  const phone = labels.filter((other) => other === label).length > 1 ? phoneOf(comparison) : null;
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
export function fieldRowsOf(view: RecordView, { connection, planName }: Naming): FieldRow[] {
  const { record } = view;
  const { presence } = view.comparison;
  const onlyHere = presence === "missing in standard" || presence === "in neither";
  return view.comparison.fields.flatMap((field) => {
    const fieldLabel = meaningLabel(connection, record.type, field.key);
    const leaves: readonly RowComparison[] = field.parts.length === 0 ? [field] : field.parts;
    const named = leaves.map((comparison) =>
      isPart(comparison) ? labelOfPart(field, comparison, fieldLabel, planName) : fieldLabel,
    );
    return leaves.map((comparison, at) => ({
      id: fieldRowId(record, field.key, isPart(comparison) ? comparison.key : null),
      record,
      recordName: view.name ?? record.id,
      onlyHere,
      lost: view.lost.includes(field.key),
      field,
      comparison,
      element: isPart(comparison) ? comparison.key : null,
      label: labelAmong(named, at, comparison),
    }));
  });
}

export function fieldRowId(record: RecordKey, field: string, element: string | null): string {
  return element === null ? `${recordKey(record)}/${field}` : `${recordKey(record)}/${field}/${element}`;
}
