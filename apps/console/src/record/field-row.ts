import type { Connection, RecordView } from "@dc/contract";
import {
  type FieldComparison,
  type FieldWording,
  type Json,
  type Operation,
  type PartComparison,
  phoneIn,
  phoneText,
  type RecordKey,
  recordKey,
  type ValueForm,
  compareNames,
  elementForm,
  type FieldKind,
  listPresenceKey,
  namingAmong,
  partLabel,
  partName,
  shapeOf,
} from "@dc/directory";
import {
  isOnlyPlanSet,
  isWritable,
  labelInSentence,
  meaningLabel,
  refersTo,
  wordingOf,
} from "#/connection/meanings.ts";
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

/** The label of a row, with the number added where several phones share it, and which of them it is where they share that. */
function labelAmong(labels: readonly string[], index: number, leaves: readonly RowComparison[]): string {
  const label = labels[index] ?? "";
  const alike = leaves.filter((_, place) => labels[place] === label);
  const own = leaves[index];
  const phone = alike.length > 1 && own !== undefined ? phoneOf(own) : null;
  if (own === undefined || phone === null) return label;
  const text = phoneText(phone);
  const equals = alike.filter((leaf) => {
    const other = phoneOf(leaf);
    return other !== null && phoneText(other) === text;
  });
  return `${label} ${text}${equals.length > 1 ? `, ${equals.indexOf(own) + 1} of ${equals.length}` : ""}`;
}

function labelOfPart(part: PartComparison, fieldLabel: string, member: string | null): string {
  if (part.key === "") return `${fieldLabel}, the list itself`;
  if (member !== null) return member;
  const phone = phoneOf(part);
  const label = phone?.label?.trim() ?? "";
  if (label !== "") return `Phone, ${label}`;
  return phone === null ? "Phone" : `Phone ${phone.number.trim()}`;
}

/** The label of a field with the name of one of its parts; null for what is no part. */
function partOf(kind: FieldKind, { key }: PartComparison, fieldLabel: string): string | null {
  const label = key === listPresenceKey ? null : partLabel(kind, key);
  return label === null ? null : `${fieldLabel}, ${label}`;
}

/** What a row can hold: a text for one part, else what its field can. */
function formOf(kind: FieldKind, comparison: RowComparison, limits: Omit<ValueForm, "kind">): ValueForm {
  const form = { kind, ...limits };
  return isPart(comparison) && shapeOf(kind) === "parts" ? elementForm(form) : form;
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
    const said = wordingOf(connection, record.type, field.key) ?? { choices: null, range: null };
    const { range, choices } =
      refersTo(connection, record.type, field.key) === null
        ? said
        : { ...said, choices: namesOfReferences(field, wording, record) };
    const keys = shapeOf(field.kind) === "members" ? field.parts.map(({ key }) => key) : [];
    const names = namingAmong(keys.map((key) => wording.member(record.type, field.key, key) ?? key));
    const nameOf = (key: string) => names[keys.indexOf(key)] ?? key;
    const saysField = !isOnlyPlanSet(connection, record.type, field.key);
    const isSet = shapeOf(field.kind) === "members";
    const labelOfMember = (key: string) => (!isSet ? null : saysField ? `${fieldLabel}, ${nameOf(key)}` : nameOf(key));
    const byName = (a: PartComparison, b: PartComparison) => compareNames(nameOf(a.key), nameOf(b.key));
    const parts = isSet ? field.parts.toSorted(byName) : field.parts;
    const leaves: readonly RowComparison[] = parts.length === 0 ? [field] : parts;
    const labels = leaves.map((comparison) =>
      !isPart(comparison)
        ? fieldLabel
        : labelOfPart(
            comparison,
            fieldLabel,
            partOf(field.kind, comparison, fieldLabel) ?? labelOfMember(comparison.key),
          ),
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
      label: labelAmong(labels, index, leaves),
      labelInSentence: !isPart(comparison)
        ? inSentence
        : partLabel(field.kind, comparison.key) === null
          ? inLabelCase(labelAmong(labels, index, leaves))
          : partName(field.kind, inSentence, comparison.key),
      wording: { ...formOf(field.kind, comparison, { choices, range }), label: inSentence },
      member: isSet && isPart(comparison) ? nameOf(comparison.key) : null,
    }));
  });
}

/** The names of the records that the values of a reference name. */
function namesOfReferences({ key, values }: FieldComparison, wording: Wording, { type }: RecordKey) {
  return [values.base, values.index, values.effective, values.preview].flatMap((reading) => {
    const value = reading !== null && "value" in reading ? reading.value : null;
    const words = typeof value === "string" ? wording.member(type, key, value) : null;
    return typeof value === "string" && words !== null ? [{ value, words }] : [];
  });
}

/** A label made by us inside a sentence; an acronym keeps its capitals. */
const inLabelCase = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLocaleLowerCase() + label.slice(1) : label;

/** The operation that gives a row another value; a part is removed where nothing is left of it. */
export function setOperation({ field, element }: FieldRow, value: Json): Exclude<Operation, { op: "create" }> {
  if (shapeOf(field.kind) !== "parts" || element === null) return { op: "set", value };
  return typeof value === "string" && value.trim() === "" ? { op: "remove", element } : { op: "set", element, value };
}

export function fieldRowId(record: RecordKey, field: string, element: string | null): string {
  return element === null ? `${recordKey(record)}/${field}` : `${recordKey(record)}/${field}/${element}`;
}
