import type { PractitionerView, RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useState } from "react";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { type FieldRow, shownVerdict } from "./field-row.ts";

export type RowOrder = "listed" | "need";

/** How much a row needs somebody, as a roster is sorted: the less, the more. */
function needRank({ comparison }: FieldRow): number {
  const verdict = shownVerdict(comparison);
  const state = comparison.override?.state;
  const needs = [
    verdict === "conflict",
    state === "unknown",
    verdict === "outside" || verdict === "base moved",
    state === "deferred",
    verdict === "differs",
    comparison.flags.includes("held"),
    comparison.drafts.length > 0,
  ];
  const first = needs.indexOf(true);
  return first === -1 ? needs.length : first;
}

type Ranks = ReadonlyMap<string, number>;

/** Puts first what holds the rows that need somebody most; the rest stays as it was. */
export function byRank<Item>(
  items: readonly Item[],
  ranks: Ranks,
  rowsOf: (item: Item) => readonly Pick<FieldRow, "id">[],
): Item[] {
  const rankOf = (item: Item) => Math.min(...rowsOf(item).map(({ id }) => ranks.get(id) ?? Number.MAX_SAFE_INTEGER));
  return ranks.size === 0 ? [...items] : items.toSorted((a, b) => Math.sign(rankOf(a) - rankOf(b)) || 0);
}

/**
 * The rows and records of a practitioner as they are listed, or by need. What needed somebody when that was chosen stays in its
 * place while it is settled.
 */
export function useRowOrder(view: PractitionerView | undefined, rows: readonly FieldRow[]) {
  const [params, change] = useUrlState();
  const order = oneOf<RowOrder>(params.get("order"), ["listed", "need"]);
  const [ranks, setRanks] = useState<Ranks>(asListed);
  if (order === "need" && ranks.size === 0 && rows.length > 0)
    setRanks(new Map(rows.map((row) => [row.id, needRank(row)])));
  if (order === "listed" && ranks.size > 0) setRanks(asListed);
  const rowsOfRecord = ({ record }: RecordView) => rows.filter((row) => recordKey(row.record) === recordKey(record));
  return {
    order,
    choose: (next: RowOrder) => change({ order: next === "listed" ? null : next }),
    ranks,
    rows: byRank(rows, ranks, (row) => [row]),
    view:
      view === undefined || ranks.size === 0
        ? view
        : {
            ...view,
            schedules: byRank(view.schedules, ranks, rowsOfRecord),
            related: byRank(view.related, ranks, rowsOfRecord),
          },
  };
}

const asListed: Ranks = new Map();
