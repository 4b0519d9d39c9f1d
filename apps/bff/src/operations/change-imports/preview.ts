import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChangeImportInput, ChangeImportPreview, ColumnUse, ImportedCell } from "@dc/contract";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { findColumnMapping } from "#/operations/column-mappings/find.ts";
import { readFile } from "#/operations/sheets/read-file.ts";
import { inTurns } from "#/runtime/turns.ts";
import type { SheetRow } from "#/sheets/parse-sheet.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { compareWithBefore, countsOf, keysOfCells } from "./internal/compare-with-before.ts";
import { directoriesOf } from "./internal/find-records.ts";
import { type Judged, type JudgedCell, judgeCells, type PlacedCell } from "./internal/judge-cells.ts";
import { dayOrdersOf } from "./internal/evidence-in-row.ts";
import { rowReader, type SaidInRow } from "./internal/said-in-row.ts";
import { impossibleDays } from "#/operations/changes/refuse-impossible-days.ts";
import { type Fail, placeRows } from "./internal/place-rows.ts";
import { describeNames, type MetNames } from "./internal/sheet-names.ts";
import { findSheet } from "./internal/find-sheet.ts";
import { headingRowOf } from "#/sheets/heading-row.ts";
import { guessColumns } from "./internal/sheet-columns.ts";

type Asked = z.output<typeof ChangeImportInput>;

const MOST_LISTED = 10_000;
const MOST_SAME_LISTED = 200;
const isStagedAsItIs = new Set<ImportedCell["state"]>(["new", "change", "staged"]);
/** So many rows are told also where nothing is said of them, to choose by what the columns say. */
const SAMPLES = 3;
const MOST_CHARACTERS = 200;
/** Together: rows after so many are told without their texts. */
const MOST_TOLD_CHARACTERS = 4_000_000;

/** Reads a file of overrides, and tells of each cell what it would change; nothing is staged. */
export async function previewImport(context: RequestContext, asked: Asked): Promise<ChangeImportPreview> {
  const { judged, columns, headingRow, digest, facts, keys, below, met, ...read } = await judgeImport(context, asked);
  const cells = judged.map(({ cell }) => cell);
  const headings = columns.map(({ heading }) => heading);
  const compared = await compareWithBefore(context, { asked, headings, cells, keys });
  const [others, sames]: [ImportedCell[], ImportedCell[]] = [[], []];
  await inTurns(cells, (cell, at) =>
    (cell.state === "same" ? sames : others).push({ ...cell, isAsBefore: compared?.differs(at) === false }),
  );
  const told = listed(others, MOST_LISTED);
  const same = listed(sames, MOST_SAME_LISTED);
  const items = [...told, ...same].toSorted(inOrder);
  const counts = countsOf(cells);
  const sheetRows = await textsOf(below, { rows: new Set(items.map(({ row }) => row)), columns: columns.length });
  // The answer is spelled in a turn of its own.
  await nextTurn();
  const { sheets, ...found } = facts;
  return {
    ...read,
    sheets,
    reading: { ...found, headingRow },
    columns,
    counts,
    rowsWithoutReason: new Set(
      judged.flatMap(({ cell, change }) => (hasNoReason(change) && cell.state !== "against ours" ? [cell.row] : [])),
    ).size,
    before: compared?.before ?? null,
    items,
    more: cells.length - items.length,
    names: await describeNames(context, met),
    sheetRows,
    digest,
  };
}

/** What stands in these rows, and in the first ones. */
async function textsOf(
  below: readonly SheetRow[],
  { rows, columns }: { rows: ReadonlySet<number>; columns: number },
): Promise<ChangeImportPreview["sheetRows"]> {
  const told: ChangeImportPreview["sheetRows"] = [];
  let left = MOST_TOLD_CHARACTERS;
  await inTurns(below, ({ number, cells }, at) => {
    if (at >= SAMPLES && !rows.has(number)) return;
    const texts = left <= 0 ? [] : Array.from({ length: columns }, (_, column) => shortened(cells[column] ?? ""));
    left -= texts.reduce((sum, text) => sum + text.length + 1, 0);
    told.push({ row: number, texts });
  });
  return told;
}

const shortened = (text: string) =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;

/** Whether a change has evidence of its own, and needs the reason of the import. */
export const hasNoReason = (change: JudgedCell["change"]) => change?.evidence?.reason === "";

/** Of these cells so many: what a person sees to before what is staged as it is, and of either what is not as before first. */
function listed(cells: readonly ImportedCell[], most: number): readonly ImportedCell[] {
  if (cells.length <= most) return cells;
  const byRank = Map.groupBy(
    cells,
    ({ state, isAsBefore }) => (isStagedAsItIs.has(state) ? 2 : 0) + Number(isAsBefore),
  );
  return [0, 1, 2, 3].flatMap((rank) => byRank.get(rank) ?? []).slice(0, most);
}

/** How a file was read, and each of its cells with what is to be staged. */
export async function judgeImport(context: RequestContext, asked: Asked) {
  if (asked.indexId !== undefined) await loadIndexVersion(context, asked.indexId, "/indexId");
  const sheet = asked.reading.sheet ?? (await findSheet(context.deps, asked));
  const { facts, rows } = await readFile({ ...asked, reading: { ...asked.reading, sheet } }, "rows");
  const headingRow = asked.reading.headingRow ?? headingRowOf(rows);
  const headings = rows.find(({ number }) => number === headingRow)?.cells ?? [];
  const under = rows.filter(({ number }) => number > headingRow);
  const below =
    facts.encoding === null ? under : under.map((row) => withoutMoreCells(row, headings.length, facts.separator));
  const mapped = asked.columns === undefined ? await findColumnMapping(context.deps, headings) : null;
  const given = asked.columns ?? mapped ?? guessColumns(context.deps, headings);
  const uses = headings.map((_, at): ColumnUse => given[at] ?? { use: "nothing" });
  const { judged, met } = await judgeRows(context, asked, { rows: below, uses });
  const keys = await keysOfCells(
    judged.map(({ cell }) => cell),
    headings,
  );
  const columnsFrom: ChangeImportPreview["columnsFrom"] =
    asked.columns === undefined ? (mapped === null ? "headings" : "mapping") : "request";
  return {
    facts,
    headingRow,
    columns: headings.map((heading, at) => ({
      heading,
      use: uses[at] ?? ({ use: "nothing" } as const),
    })),
    columnsFrom,
    rows: below.length,
    below,
    judged,
    met,
    keys,
    digest: await digestOf(judged, keys),
  };
}

/** In a text, cells beyond the headings show that a separator stands in a cell without quotes: what each cell says is not sure. */
function withoutMoreCells(row: SheetRow, columns: number, separator: string | null): SheetRow {
  if (row.cells.length <= columns || row.problem !== undefined) return row;
  if (row.cells.slice(columns).every((cell) => cell === "")) return row;
  const sign = separator === "\t" ? "a tab" : `“${separator ?? ","}”`;
  return { ...row, problem: `has more cells than there are headings: put a text with ${sign} in it in quotes` };
}

const inOrder = (a: Judged, b: Judged) => a.row - b.row || (a.column ?? -1) - (b.column ?? -1);

async function digestOf(judged: readonly JudgedCell[], keys: readonly string[]): Promise<string> {
  const digest = createHash("sha256");
  await inTurns(judged, ({ cell: { row, column } }, at) => digest.update(`${row} ${column} ${keys[at]}\n`));
  return digest.digest("base64url").slice(0, 22);
}

/** Finds the records of each row, and judges what it says of them. */
async function judgeRows(
  context: RequestContext,
  asked: Asked,
  { rows, uses }: { rows: readonly SheetRow[]; uses: readonly ColumnUse[] },
): Promise<{ judged: JudgedCell[]; met: MetNames }> {
  const read = rowReader(uses);
  const failed: JudgedCell[] = [];
  const met: MetNames = new Map();
  const fail: Fail = (row, state, { says, ...of }) => {
    const nothing = { indexId: null, record: null, recordName: null, field: null, entry: null, now: null };
    failed.push({ cell: { ...nothing, ...of, row: row.number, says: says ?? "", state }, change: null });
  };
  const directories = await directoriesOf(context);
  const placed = new Map<string, SaidInRow[]>();
  await inTurns(rows, (one) => {
    const row = read(one);
    for (const cell of row.without) fail(row, "impossible", cell);
    if (row.values.length === 0 && row.plan === null) return;
    // Where such a cell says whom or how, nothing of the row is meant for sure.
    if (row.without.some(({ column }) => uses[column]?.use !== "valueOf")) return;
    if (row.problem !== null) {
      fail(row, "impossible", { column: null, says: null, why: row.problem });
      return;
    }
    const text = row.text("directory");
    const column = row.columnOf("directory");
    const [found, another] = text === null ? [] : directories(text);
    const indexId = text === null ? asked.indexId : found?.id;
    if (indexId === undefined)
      fail(row, "not found", {
        column,
        says: text,
        why: text === null ? "names no directory: choose one" : "is no directory that is known here",
      });
    else if (another !== undefined)
      fail(row, "ambiguous", { column, says: text, why: "is what several directories are called: give the id" });
    else {
      const ofIndex = placed.get(indexId);
      if (ofIndex === undefined) placed.set(indexId, [row]);
      else ofIndex.push(row);
    }
  });
  const cells: PlacedCell[] = [];
  const unstaged = new Set<number>();
  const dayOrders = await dayOrdersOf(rows, uses);
  const how = { plansOn: asked.plansOn, dayOrders, fail, unstaged, met };
  for (const [indexId, said] of placed)
    for (const cell of await placeRows(context, { indexId, rows: said, ...how })) cells.push(cell);
  const whole = await judgeCells(context, cells);
  // Days that were possible once are no error of a row that is read back, and changes nothing.
  const rowOf = new Map([...placed.values()].flat().map((row) => [row.number, row]));
  await inTurns(whole, ({ cell, change }) => {
    const row = rowOf.get(cell.row);
    if (change?.evidence == null || row === undefined || unstaged.has(row.number)) return;
    for (const { day, why } of impossibleDays(change.evidence, context.deps)) {
      fail(row, "impossible", { column: row.columnOf(day), says: row.text(day), why });
      unstaged.add(row.number);
    }
  });
  const judged = whole.filter(({ cell, change }) => change === null || !unstaged.has(cell.row));
  return { judged: [...failed, ...judged].toSorted((a, b) => inOrder(a.cell, b.cell)), met };
}
