import type { Connection, RecordView } from "@dc/contract";
import {
  type FieldComparison,
  type FieldWording,
  type Json,
  languageName,
  type Operation,
  type PartComparison,
  phoneIn,
  phoneText,
  type RecordKey,
  recordKey,
  type ValueForm,
  compareNames,
} from "@dc/directory";
import { isOnlyPlanSet, isWritable, labelInSentence, meaningLabel, wordingOf } from "#/connection/meanings.ts";
import { verdictOrder, type VerdictName } from "#/marks/verdict.tsx";
import type { Wording } from "#/record/wording.ts";

export type RowComparison = FieldComparison | PartComparison;

/** One row of a record: a field, or one member or phone of it, with its comparison and label. */
export interface FieldRow {
  id: string;
  record: RecordKey;
  recordName: string;
  /** The standard index has no such record, so there is nothing to compare with. */
  onlyHere: boolean;
  /** The profile says how it is written. */
  writable: boolean;
  /** The service profile no longer has this field: it is not read, and its changes can only be withdrawn. */
  lost: boolean;
  field: FieldComparison;
  comparison: RowComparison;
  /** The element that a decision names; null if the row is the whole field. */
  element: string | null;
  label: string;
  /** The label inside a sentence. */
  labelInSentence: string;
  /** What gives the values of the row their words. */
  wording: FieldWording & ValueForm;
  /** The name of the set's member, or its spelling if it has no name; null for other rows. */
  member: string | null;
}

function isPart(comparison: RowComparison): comparison is PartComparison {
  return !("kind" in comparison);
}

/** The verdict shown: a change from outside counts before the verdict itself, except before a conflict. */
export function shownVerdict(comparison: RowComparison): VerdictName | null {
  if (comparison.verdict === "conflict") return "conflict";
  return comparison.flags.includes("outside") ? "outside" : comparison.verdict;
}

/** The most urgent verdict among the rows; null if nothing was read. */
export function worstVerdict(rows: readonly FieldRow[]): VerdictName | null {
  const shown = new Set(rows.map(({ comparison }) => shownVerdict(comparison)));
  return verdictOrder.find((verdict) => shown.has(verdict)) ?? null;
}

/** The phone of a row, from whichever side has it. */
function phoneOf({ values: { effective, preview, base, index } }: RowComparison) {
  return phoneIn(effective) ?? phoneIn(preview) ?? phoneIn(base) ?? phoneIn(index);
}

/** The label of a row, with the number added where several phones share it. */
function labelAmong(labels: readonly string[], index: number, comparison: RowComparison): string {
  const label = labels[index] ?? "";
  const phone = labels.filter((otherLabel) => otherLabel === label).length > 1 ? phoneOf(comparison) : null;
  return phone === null ? label : `${label} ${phoneText(phone)}`;
}

function labelOfPart(part: PartComparison, fieldLabel: string, member: string | null): string {
  if (part.key === "") return `${fieldLabel}, the list itself`;
  if (member !== null) return member;
  const phone = phoneOf(part);
  const label = phone?.label?.trim() ?? "";
  if (label !== "") return `Phone, ${label}`;
  return phone === null ? "Phone" : `Phone ${phone.number.trim()}`;
}

export interface Naming {
  connection: Connection | undefined;
  wording: Wording;
}

/** What the rows of a record are made from. */
export type ComparedRecord = Pick<RecordView, "record" | "name" | "lost"> & {
  comparison: Pick<RecordView["comparison"], "presence" | "fields">;
};

/** The rows of a record in the order of its fields, the members of a set by name. */
export function fieldRowsOf(view: ComparedRecord, { connection, wording }: Naming): FieldRow[] {
  const { record } = view;
  const { presence } = view.comparison;
  const onlyHere = presence === "missing in standard" || presence === "in neither";
  return view.comparison.fields.flatMap((field) => {
    const fieldLabel = meaningLabel(connection, record.type, field.key);
    const inSentence = labelInSentence(connection, record.type, field.key);
    // A field that the profile has lost keeps the kind that its changes have.
    const { choices, range } = wordingOf(connection, record.type, field.key) ?? { choices: null, range: null };
    const nameOf = (key: string) => wording.member(record.type, field.key, key) ?? key;
    const saysField = !isOnlyPlanSet(connection, record.type, field.key);
    const labelOfMember = (key: string) =>
      field.kind !== "set" ? null : saysField ? `${fieldLabel}, ${nameOf(key)}` : nameOf(key);
    const byName = (a: PartComparison, b: PartComparison) => compareNames(nameOf(a.key), nameOf(b.key));
    const parts = field.kind === "set" ? field.parts.toSorted(byName) : field.parts;
    const leaves: readonly RowComparison[] = parts.length === 0 ? [field] : parts;
    const isTexts = field.kind === "languages";
    const named = leaves.map((comparison) =>
      !isPart(comparison)
        ? fieldLabel
        : isTexts && comparison.key !== ""
          ? `${fieldLabel}, ${languageName(comparison.key)}`
          : labelOfPart(comparison, fieldLabel, labelOfMember(comparison.key)),
    );
    return leaves.map((comparison, index) => ({
      id: fieldRowId(record, field.key, isPart(comparison) ? comparison.key : null),
      record,
      recordName: view.name ?? record.id,
      onlyHere,
      writable: isWritable(connection, record.type, field.key),
      lost: view.lost.includes(field.key),
      field,
      comparison,
      element: isPart(comparison) ? comparison.key : null,
      label: labelAmong(named, index, comparison),
      labelInSentence: !isPart(comparison)
        ? inSentence
        : isTexts
          ? `${inSentence} in ${languageName(comparison.key)}`
          : inLabelCase(labelAmong(named, index, comparison)),
      wording: { kind: isTexts && isPart(comparison) ? "text" : field.kind, label: inSentence, choices, range },
      member: field.kind === "set" && isPart(comparison) ? nameOf(comparison.key) : null,
    }));
  });
}

/** A label made by us inside a sentence; an acronym keeps its capitals. */
const inLabelCase = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLocaleLowerCase() + label.slice(1) : label;

/** The operation that gives a row another value; a text in one language is removed where nothing is left of it. */
export function setOperation({ field, element }: FieldRow, value: Json): Exclude<Operation, { op: "create" }> {
  if (field.kind !== "languages" || element === null) return { op: "set", value };
  return typeof value === "string" && value.trim() === "" ? { op: "remove", element } : { op: "set", element, value };
}

export function fieldRowId(record: RecordKey, field: string, element: string | null): string {
  return element === null ? `${recordKey(record)}/${field}` : `${recordKey(record)}/${field}/${element}`;
}
