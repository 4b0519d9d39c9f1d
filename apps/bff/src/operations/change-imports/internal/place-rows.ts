import type { ChangeImportInput, ImportedCell } from "@dc/contract";
import { type RecordKey, recordKey, saidIn, sheetWords } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { inTurns } from "#/runtime/turns.ts";
import { selectPlansNamed } from "#/store/tables/connections/plans.ts";
import { type DayOrders, evidenceOf } from "./evidence-in-row.ts";
import { type Named, practitionersOf, recordsOnRoster } from "./find-records.ts";
import type { PlacedCell } from "./judge-cells.ts";
import { knownSchedules } from "./known-schedules.ts";
import type { SaidInRow } from "./said-in-row.ts";
import { chosenAmong, type MetNames, type Several } from "./sheet-names.ts";
import { whomOf } from "./whom-a-row-names.ts";

/** Tells what is wrong in a row. */
export type Fail = (
  row: SaidInRow,
  state: ImportedCell["state"],
  of: { column: number | null; says: string | null; why: string } & Partial<
    Pick<ImportedCell, "indexId" | "record" | "recordName">
  >,
) => void;

/** The cells of rows of one directory, each with its record; those whose record is not found are told. */
export async function placeRows(
  context: RequestContext,
  {
    indexId,
    rows,
    plansOn,
    dayOrders,
    fail,
    unstaged,
    met,
  }: {
    indexId: string;
    rows: readonly SaidInRow[];
    plansOn: z.output<typeof ChangeImportInput>["plansOn"];
    dayOrders: DayOrders;
    fail: Fail;
    /** Gets the rows of which nothing is to be staged. */
    unstaged: Set<number>;
    /** Gets the texts that several are called by. */
    met: MetNames;
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
  const several: Several[] = [];
  for (const [text, found] of practitioners) if (found.length > 1) several.push({ text, practitionerId: null, found });
  await inTurns(asked, ({ id, said }) => {
    const found = said === null || schedules.of(id).length < 2 ? [] : schedules.meantBy(id, said);
    if (said !== null && found.length > 1) several.push({ text: said, practitionerId: id, found });
  });
  const chosen = await chosenAmong(context, indexId, { several, met });
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
    const whom = whomOf(row, { practitioners, chosen });
    if (!("practitioner" in whom)) {
      const { state, ...told } = whom;
      fail(row, state, { ...told, indexId });
      return [];
    }
    const { practitioner, column, text } = whom;
    const own = schedules.of(practitioner.id);
    const said = row.text("schedule");
    const called = said === null ? own : schedules.meantBy(practitioner.id, said);
    const one =
      isOnSchedules(row) && said !== null && called.length > 1
        ? chosen({ text: said, practitionerId: practitioner.id, found: called })
        : undefined;
    const meant = one === undefined ? called : [one];
    if (isOnSchedules(row) && said !== null && meant.length !== 1) {
      const why =
        meant.length === 0
          ? `is no schedule of this practitioner here${otherSchedules(own)}`
          : "is what several schedules are called: choose, or give the id";
      const column = row.columnOf("schedule");
      const record = { type: "practitioner", id: practitioner.id };
      const of = { column, says: said, why, indexId, record, recordName: practitioner.name };
      fail(row, meant.length === 0 ? "not found" : "ambiguous", of);
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
