import { type Json, phoneIn, shapeOf } from "@dc/directory";
import { shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { verdictOrder, type VerdictName } from "#/marks/verdict.tsx";
import type { JsonLine } from "#/json/print-lines.ts";

type Reading = FieldRow["comparison"]["values"]["base"];

/**
 * The verdict of a line. The console does not know the service's member names, so a line is matched to the rows by
 * value: a plan by its id, a phone by its number, any other field by its text.
 */
export function lineVerdict(lines: readonly (JsonLine | undefined)[], rows: readonly FieldRow[]): VerdictName | null {
  const text = lines.map((line) => line?.text ?? "").join("\n");
  const pointers = lines.flatMap((line) => line?.pointer ?? []);
  const verdicts = rows.flatMap((row): VerdictName[] => {
    const verdict = shownVerdict(row.comparison);
    if (verdict === null || verdict === "same") return [];
    const byPointer =
      row.field.key.startsWith("/") &&
      pointers.some((pointer) => pointer === row.field.key || pointer.startsWith(`${row.field.key}/`));
    return byPointer || spells(row, text) ? [verdict] : [];
  });
  return verdictOrder.find((verdict) => verdicts.includes(verdict)) ?? null;
}

function spells({ field, element, comparison }: FieldRow, text: string): boolean {
  if (shapeOf(field.kind) === "members" && element !== null && element !== "")
    return text.includes(JSON.stringify(element));
  return [comparison.values.base, comparison.values.effective, comparison.values.index].some((reading) => {
    const value = spelledValue(reading);
    return value !== null && text.includes(JSON.stringify(value));
  });
}

function spelledValue(reading: Reading): Json | null {
  const phone = phoneIn(reading);
  if (phone !== null) return phone.number;
  return reading !== null &&
    "value" in reading &&
    reading.value !== null &&
    reading.value !== "" &&
    typeof reading.value !== "boolean"
    ? reading.value
    : null;
}
