import { useState } from "react";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { verdictOrder } from "#/marks/verdict.tsx";

type RowsByRecord = ReadonlyMap<string, readonly FieldRow[]>;
type Order = ReadonlyMap<string, readonly string[]>;

const rankOf = (row: FieldRow): number => {
  const verdict = shownVerdict(row.comparison);
  return verdict === null ? verdictOrder.length : verdictOrder.indexOf(verdict);
};

/** The shown places of each record, the worst verdict first. */
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

/** The rows as they stood, less what is gone altogether, then what came. */
function continued(before: Order, now: Order, rows: RowsByRecord): Order {
  return new Map(
    [...now].map(([record, ids]) => {
      const there = new Set(rows.get(record)?.map(({ id }) => id));
      const kept = (before.get(record) ?? []).filter((id) => there.has(id));
      return [record, [...kept, ...ids.filter((id) => !kept.includes(id))]];
    }),
  );
}

/** The first of the worst. */
function worstOf(order: Order, rows: RowsByRecord): string | null {
  const byId = new Map([...rows.values()].flat().map((row) => [row.id, row]));
  const shown = [...order.values()].flat().flatMap((id) => byId.get(id) ?? []);
  return shown.toSorted((a, b) => rankOf(a) - rankOf(b))[0]?.id ?? null;
}

const textOf = (order: Order) => JSON.stringify([...order]);

export interface StableRowOrderInput {
  rowsByRecord: RowsByRecord;
  shows: (row: FieldRow) => boolean;
  /** Rows are put in order anew when this changes: another view, other filters. */
  of: string;
}

/**
 * The rows in an order that no reading moves: what changes stays where it stands, what comes is put last, until one looks
 * at something else, or asks for a reading and touches nothing until it has come.
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
    /** What one looks at until one chooses: what was the worst when the rows were put in order. */
    first,
    /** The reading that was asked for puts the rows in order. */
    ask: () => setAsked(true),
    /** One is at a row: the reading that comes leaves it where it is. */
    hold: () => setAsked(false),
  };
}
