import { type ColumnUse, DraftEvidence, maxLength } from "@dc/contract";
import { type DayOrder, dayOrderIn, daysInText, trimInvisible } from "@dc/directory";
import { inTurns } from "#/runtime/turns.ts";
import type { SheetRow } from "#/sheets/parse-sheet.ts";
import type { PlacedCell } from "./judge-cells.ts";
import type { SaidInRow } from "./said-in-row.ts";

const wordsUses = ["reason", "source"] as const;
const dayUses = ["verifiedOn", "reviewBy", "from", "until"] as const;
const evidenceUses = [...wordsUses, ...dayUses] as const;
type EvidenceUse = (typeof evidenceUses)[number];

/** The order in which the figures of days are written, by what their column says. */
export type DayOrders = ReadonlyMap<EvidenceUse, DayOrder>;

/** The order of each column of days, where some of them can be read in it alone, and none in the other alone. */
export async function dayOrdersOf(rows: readonly SheetRow[], uses: readonly ColumnUse[]): Promise<DayOrders> {
  const columns = dayUses.map((use) => ({ use, at: uses.findIndex((column) => column.use === use) }));
  const told = new Map<EvidenceUse, Set<DayOrder>>();
  await inTurns(rows, ({ cells }) => {
    for (const { use, at } of columns) {
      const order = dayOrderIn(trimInvisible(cells[at] ?? ""));
      if (order !== null) told.set(use, (told.get(use) ?? new Set()).add(order));
    }
  });
  return new Map(
    [...told].flatMap(([use, [order, other]]) =>
      order === undefined || other !== undefined ? [] : [[use, order] as const],
    ),
  );
}

/**
 * What a row says about its values, and what of that is wrong; one with a source or days and without a reason has an empty one, in
 * place of the import's.
 */
export function evidenceOf(
  row: SaidInRow,
  orders: DayOrders,
): { evidence: PlacedCell["evidence"]; wrong: { use: EvidenceUse; why: string }[] } {
  if (evidenceUses.every((use) => row.text(use) === null)) return { evidence: null, wrong: [] };
  const wrong: { use: EvidenceUse; why: string }[] = [];
  const day = (use: (typeof dayUses)[number]) => {
    const text = row.text(use);
    if (text === null) return null;
    const [found = null, other] = daysInText(text, orders.get(use));
    if (found !== null && other === undefined) return found;
    wrong.push({
      use,
      why:
        found === null
          ? "must be a day such as 2026-11-20"
          : `could be ${found} or ${other}: write the one that is meant`,
    });
    return null;
  };
  const { data: evidence = null, error } = DraftEvidence.safeParse({
    reason: row.text("reason") ?? "",
    source: row.text("source"),
    verifiedOn: day("verifiedOn"),
    reviewBy: day("reviewBy"),
    from: day("from"),
    until: day("until"),
  });
  const named = new Set(error?.issues.map(({ path: [member] }) => member));
  for (const use of wordsUses)
    if (named.has(use)) wrong.push({ use, why: `must have at most ${maxLength[use].toLocaleString("en")} characters` });
  return { evidence: wrong.length > 0 ? null : evidence, wrong };
}
