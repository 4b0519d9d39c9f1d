import type { Connection, PractitionerView, RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useMemo } from "react";
import { fieldRowsOf } from "#/record/field-row.ts";
import { recordsOf } from "#/record/practitioner-view.ts";
import type { Wording } from "#/record/wording.ts";
import { isShown, rowMatcher } from "./row-filter.ts";
import type { ComparisonSearch } from "./search.ts";
import { useStableRowOrder } from "./use-stable-row-order.ts";

interface ComparedRowsInput {
  /** What is compared; rows keep their order while it stays the same. */
  place: readonly (string | null)[];
  view: PractitionerView | undefined;
  connection: Connection | undefined;
  wording: Wording;
  search: ComparisonSearch;
}

/** The rows of a comparison by record, those that are shown, and the one in use. */
export function useComparedRows({ place, view, connection, wording, search }: ComparedRowsInput) {
  const records = useMemo<readonly RecordView[]>(() => (view === undefined ? [] : recordsOf(view)), [view]);
  const rowsByRecord = useMemo(
    () => new Map(records.map((record) => [recordKey(record.record), fieldRowsOf(record, { connection, wording })])),
    [records, connection, wording],
  );
  const rows = useMemo(() => [...rowsByRecord.values()].flat(), [rowsByRecord]);
  const rowById = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const q = search.view === "fields" ? search.q.trim() : "";
  const matches = rowMatcher(q);
  const steady = useStableRowOrder({
    rowsByRecord,
    shows: (row) => (q === "" ? isShown(row, search) : matches(row)),
    of: [...place, search.view, search.onlyChanged, ...search.verdicts, q].join(),
  });
  const current = rowById.get(search.at ?? "") ?? rowById.get(steady.first ?? "") ?? null;
  return { records, rowsByRecord, rows, rowById, steady, current, q };
}
