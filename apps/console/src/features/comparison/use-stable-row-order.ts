import { useState } from "react";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { verdictOrder } from "#/marks/verdict.tsx";

type RowsByRecord = ReadonlyMap<string, readonly FieldRow[]>;
type Order = ReadonlyMap<string, readonly string[]>;

const rankOf = (row: FieldRow): number => {
  const verdict = shownVerdict(row.comparison);
  return verdict === null ? verdictOrder.length : verdictOrder.indexOf(verdict);
};

/** The shown rows of each record, the most urgent verdict first. */
function sorted(rows: RowsByRecord, shows: (row: FieldRow) => boolean): Order {
  return new Map(
    [...rows].map(([record, ofRecord]) => [
      record,
      ofRecord
        .filter(shows)
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map(({ id }) => id),
    ]),
  );
}

/** The rows in their former order, without those that are gone, followed by new ones. */
function continued(before: Order, now: Order, rows: RowsByRecord): Order {
  return new Map(
    [...now].map(([record, ids]) => {
      const there = new Set(rows.get(record)?.map(({ id }) => id));
      const kept = (before.get(record) ?? []).filter((id) => there.has(id));
      return [record, [...kept, ...ids.filter((id) => !kept.includes(id))]];
    }),
  );
}

/** The first row with the most urgent verdict. */
function worstOf(order: Order, rows: RowsByRecord): string | null {
  const byId = new Map([...rows.values()].flat().map((row) => [row.id, row]));
  const shown = [...order.values()].flat().flatMap((id) => byId.get(id) ?? []);
  return shown.toSorted((a, b) => rankOf(a) - rankOf(b))[0]?.id ?? null;
}

const textOf = (order: Order) => JSON.stringify([...order]);

export interface StableRowOrderInput {
  rowsByRecord: RowsByRecord;
  shows: (row: FieldRow) => boolean;
  /** The rows are sorted again when this changes, as with other filters. */
  of: string;
}

/**
 * Keeps the order of the rows while readings arrive: a changed row stays in place and a new one goes last. They are
 * sorted again when the filters change, or by a requested reading that arrives before a row was touched.
 */
export function useStableRowOrder({ rowsByRecord, shows, of }: StableRowOrderInput) {
  const [steady, setSteady] = useState(() => {
    const order = sorted(rowsByRecord, shows);
    return { of, order, first: worstOf(order, rowsByRecord), from: rowsByRecord };
  });
  const [asked, setAsked] = useState(false);
  const now = sorted(rowsByRecord, shows);
  const came = steady.from !== rowsByRecord;
  const anew = steady.of !== of || (asked && came);
  const order = anew ? now : continued(steady.order, now, rowsByRecord);
  const stays = !anew && steady.first !== null && [...order.values()].flat().includes(steady.first);
  const first = stays ? steady.first : worstOf(order, rowsByRecord);
  if (anew || came || textOf(order) !== textOf(steady.order)) setSteady({ of, order, first, from: rowsByRecord });
  if (asked && came) setAsked(false);
  const shownRows = new Map(
    [...order].map(([record, ids]) => {
      const byId = new Map(rowsByRecord.get(record)?.map((row) => [row.id, row]));
      return [record, ids.flatMap((id) => byId.get(id) ?? [])] as const;
    }),
  );
  return {
    shownRows,
    /** The row that is selected by default: the most urgent one when the rows were sorted. */
    first,
    /** The next reading sorts the rows again. */
    ask: () => setAsked(true),
    /** A row was touched: the next reading does not sort the rows. */
    hold: () => setAsked(false),
  };
}
