import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChangeImportInput, ChangeImportPreview, ColumnUse, ImportedCell } from "@dc/contract";
import { type RecordKey, recordKey, saidIn, sheetWords } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { findColumnMapping } from "#/operations/column-mappings/find.ts";
import { readFile } from "#/operations/sheets/read-file.ts";
import { inTurns } from "#/runtime/turns.ts";
import type { SheetRow } from "#/sheets/parse-sheet.ts";
import { selectPlansNamed } from "#/store/tables/connections/plans.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { compareWithBefore, countsOf, keysOfCells } from "./internal/compare-with-before.ts";
import { directoriesOf, type Named, practitionersOf, recordsOnRoster } from "./internal/find-records.ts";
import { knownSchedules } from "./internal/known-schedules.ts";
import { type Judged, type JudgedCell, judgeCells, type PlacedCell } from "./internal/judge-cells.ts";
import { type DayOrders, dayOrdersOf, evidenceOf } from "./internal/evidence-in-row.ts";
import { rowReader, type SaidInRow } from "./internal/said-in-row.ts";
import { impossibleDays } from "#/operations/changes/refuse-impossible-days.ts";
import { whomOf } from "./internal/whom-a-row-names.ts";
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
  const { judged, columns, headingRow, digest, facts, keys, below, ...read } = await judgeImport(context, asked);
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
  const judged = await judgeRows(context, asked, { rows: below, uses });
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
): Promise<JudgedCell[]> {
  const read = rowReader(uses);
  const failed: JudgedCell[] = [];
  const fail = (
    row: SaidInRow,
    state: ImportedCell["state"],
    { column, says, why }: { column: number | null; says: string | null; why: string },
  ) => {
    const nothing = { indexId: null, record: null, recordName: null, field: null, entry: null, now: null };
    failed.push({ cell: { ...nothing, row: row.number, column, says: says ?? "", state, why }, change: null });
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
  const how = { plansOn: asked.plansOn, dayOrders, fail, unstaged };
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
  return [...failed, ...judged].toSorted((a, b) => inOrder(a.cell, b.cell));
}

type Fail = (
  row: SaidInRow,
  state: ImportedCell["state"],
  of: { column: number | null; says: string | null; why: string },
) => void;

/** The cells of rows of one directory, each with its record; those whose record is not found are told. */
async function placeRows(
  context: RequestContext,
  {
    indexId,
    rows,
    plansOn,
    dayOrders,
    fail,
    unstaged,
  }: {
    indexId: string;
    rows: readonly SaidInRow[];
    plansOn: Asked["plansOn"];
    dayOrders: DayOrders;
    fail: Fail;
    /** Gets the rows of which nothing is to be staged. */
    unstaged: Set<number>;
  },
): Promise<PlacedCell[]> {
  const { deps, connection } = context;
  const texts = new Set<string>();
  const named: RecordKey[] = [];
  const planTexts = new Set<string>();
  await inTurns(rows, (row) => {
    const record = recordNamed(row);
    if (record !== null) named.push(record);
    else for (const { text } of row.whom) texts.add(text);
    if (row.plan !== null) planTexts.add(row.plan.plan);
  });
  const practitioners = await practitionersOf(context, indexId, texts);
  const asked: { id: string; said: string | null }[] = [];
  await inTurns(rows, (row) => {
    if (!isOnSchedules(row)) return;
    for (const { text } of row.whom)
      for (const { id } of practitioners.get(text) ?? []) asked.push({ id, said: row.text("schedule") });
  });
  const schedules = await knownSchedules(context, indexId, asked);
  const known = await recordsOnRoster(context, indexId, named);
  const plans = Map.groupBy(await selectPlansNamed(deps.store.db, connection.id, [...planTexts]), ({ text }) => text);
  const planField = deps.service.profile
    .meanings("schedule")
    .find(({ setContent, via }) => setContent === "plans" && via.length === 0)?.name;
  /** The plan that a row names; one that is not known is told, whatever else is wrong in the row. */
  const planOf = (row: SaidInRow) => {
    const said = row.plan;
    if (said === null) return null;
    const { column } = said;
    const [plan, other] = plans.get(said.plan) ?? [];
    const isIn = said.accepted === null ? true : saidIn(said.accepted);
    if (isIn === null) {
      const why = `must be “${sheetWords.in}” or “${sheetWords.notIn}”, or yes or no`;
      fail(row, "impossible", { column: row.columnOf("accepted"), says: said.accepted, why });
    }
    if (plan === undefined) fail(row, "not found", { column, says: said.plan, why: "is not in the plan catalogue" });
    else if (other !== undefined)
      fail(row, "ambiguous", { column, says: said.plan, why: "is what several plans are called: give the id" });
    return plan === undefined || other !== undefined || isIn === null ? null : { column, id: plan.id, isIn };
  };
  const inPlan = (field: string, { column, id, isIn }: NonNullable<ReturnType<typeof planOf>>) => ({
    column,
    field,
    entry: id,
    value: isIn ? sheetWords.in : sheetWords.notIn,
    extension: null,
    label: null,
  });
  const cellsOf = (row: SaidInRow): PlacedCell[] => {
    const planned = planOf(row);
    const { evidence, wrong } = evidenceOf(row, dayOrders);
    for (const { use, why } of wrong) fail(row, "impossible", { column: row.columnOf(use), says: row.text(use), why });
    if (wrong.length > 0) unstaged.add(row.number);
    const of = { row: row.number, indexId, evidence };
    const named = recordNamed(row);
    if (named !== null) {
      const { name = null } = known.get(recordKey(named)) ?? {};
      const cells = row.values.map((value) => ({ ...value, ...of, record: named, recordName: name }));
      if (planned === null) return cells;
      if (named.type === "schedule" && planField !== undefined)
        return [...cells, { ...inPlan(planField, planned), ...of, record: named, recordName: name }];
      const why = `is for schedules only; this row names a ${named.type}`;
      fail(row, "impossible", { column: planned.column, says: row.plan?.plan ?? null, why });
      return cells;
    }
    const whom = whomOf(row, practitioners);
    if (!("practitioner" in whom)) {
      fail(row, whom.state, whom);
      return [];
    }
    const { practitioner, column, text } = whom;
    const own = schedules.of(practitioner.id);
    const said = row.text("schedule");
    const meant = said === null ? own : schedules.meantBy(practitioner.id, said);
    if (isOnSchedules(row) && said !== null && meant.length !== 1) {
      const why =
        meant.length === 0
          ? `is no schedule of this practitioner here${otherSchedules(own)}`
          : "is what several schedules are called: give the id";
      fail(row, meant.length === 0 ? "not found" : "ambiguous", { column: row.columnOf("schedule"), says: said, why });
      return [];
    }
    const onSchedules = said !== null || plansOn === "all" || own.length === 1 ? meant : null;
    const cells = row.values.flatMap((value): PlacedCell[] => {
      if (value.recordType !== "schedule")
        return [
          { ...value, ...of, record: { type: "practitioner", id: practitioner.id }, recordName: practitioner.name },
        ];
      return (onSchedules ?? []).map(({ id, name }) => ({
        ...value,
        ...of,
        record: { type: "schedule", id },
        recordName: name,
      }));
    });
    if (isOnSchedules(row) && (onSchedules === null || onSchedules.length === 0)) {
      const why =
        own.length === 0
          ? "has no schedule that is known here"
          : `has ${own.length} schedules: name one, or say that all are meant`;
      fail(row, own.length === 0 ? "not found" : "ambiguous", {
        column: planned?.column ?? column,
        says: planned === null ? text : (row.plan?.plan ?? text),
        why,
      });
      return cells;
    }
    if (planned === null || onSchedules === null || planField === undefined) return cells;
    const value = inPlan(planField, planned);
    return [
      ...cells,
      ...onSchedules.map(({ id, name }) => ({ ...value, ...of, record: { type: "schedule", id }, recordName: name })),
    ];
  };
  const placed: PlacedCell[] = [];
  await inTurns(rows, (row) => placed.push(...cellsOf(row)));
  return placed;
}

const MOST_NAMED = 5;

/** Which schedules could be meant, as the end of a sentence. */
function otherSchedules(own: readonly Named[]): string {
  const names = own.slice(0, MOST_NAMED).map(({ id, name }) => `“${name ?? id}”`);
  if (names.length === 0) return ", of whom none is known";
  return `: name ${names.join(" or ")}${own.length > names.length ? ", or another one" : ""}`;
}

/** Whether it says something of schedules. */
function isOnSchedules({ plan, values }: SaidInRow): boolean {
  return plan !== null || values.some(({ recordType }) => recordType === "schedule");
}

function recordNamed(row: SaidInRow) {
  const [type, id] = [row.text("recordType"), row.text("recordId")];
  return type === null || id === null ? null : { type, id };
}
