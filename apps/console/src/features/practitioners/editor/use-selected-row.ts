import { useEffect, useState } from "react";
import { fieldRowId, type FieldRow } from "#/record/field-row.ts";
import { useFocusOnReturn } from "#/ui/page/focus-on-return.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";

/** Selected by its id alone while the row is null, as an address or a lifecycle card does. */
interface Selection {
  id: string;
  row: FieldRow | null;
}

/**
 * The row that the rail describes: the one selected on screen or by the address, else the first that differs.
 * It stays selected whatever is decided about it, even once the record no longer has it.
 */
export function useSelectedRow(rows: readonly FieldRow[], ownRows: readonly FieldRow[]) {
  const [params, change] = useUrlState();
  const [initialId] = useState(() => params.get("at"));
  const [selection, setSelection] = useState<Selection | null>(
    initialId === null ? null : { id: initialId, row: null },
  );
  const [firstId, setFirstId] = useState<string | null>(null);
  const differing = rows.find(({ comparison }) => comparison.verdict !== null && comparison.verdict !== "same");
  if (firstId === null && differing !== undefined) setFirstId(differing.id);
  const selectedNow = selection === null ? undefined : findSelected(rows, selection);
  const gone = selectedNow === null ? (selection?.row ?? null) : null;
  const selectedRow = selectedNow ?? gone ?? rows.find(({ id }) => id === firstId) ?? differing ?? ownRows[0];

  useFocusOnReturn('[data-row][aria-pressed="true"]', initialId !== null);
  useEffect(() => {
    if (initialId === null) return;
    // The shell scrolls to the top of the page first.
    requestAnimationFrame(() =>
      document.querySelector('[data-row][aria-pressed="true"]')?.scrollIntoView({ block: "nearest" }),
    );
  }, [initialId]);

  const select = (next: Selection) => {
    setSelection(next);
    change({ at: next.id, edit: null });
  };
  return {
    selectedRow,
    /** The record no longer has the selected row. */
    gone: gone !== null,
    selectedId: selection?.id ?? null,
    /** The address asks for another value of the selected row. */
    isToBeEdited: initialId !== null && params.get("edit") !== null,
    select: (row: FieldRow) => select({ id: row.id, row }),
    selectById: (id: string) => select({ id, row: null }),
  };
}

/** The selected row as it is now; null when the record no longer has it. An address may name the whole field, or a part that is spelled differently by now. */
function findSelected(rows: readonly FieldRow[], { id, row }: Selection): FieldRow | null | undefined {
  const exact = rows.find((candidate) => candidate.id === id);
  if (exact !== undefined) return exact;
  if (row !== null) return null;
  const ofField = rows.filter(({ record, field }) => {
    const fieldId = fieldRowId(record, field.key, null);
    return id === fieldId || id.startsWith(`${fieldId}/`);
  });
  return (
    ofField.find((of) => isOfSameNumber(of.id, id)) ??
    ofField.find(({ comparison }) => comparison.override !== null) ??
    ofField[0]
  );
}

/** Whether both name an entry of the same number and extension, with its label or without. */
function isOfSameNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((id) => /^.*;ext=[^;]*/su.exec(id)?.[0]);
  return a !== undefined && a === b;
}
