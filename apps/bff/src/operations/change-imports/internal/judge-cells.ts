import type { ImportedCell, ImportedCellState } from "@dc/contract";
import {
  type Change,
  cellOperation,
  distinctRecords,
  elementOfSame,
  equalJson,
  indexRecordKey,
  isStaged,
  type Json,
  type JsonObject,
  namingAmong,
  type Operation,
  type Reading,
  type RecordKey,
  recordKey,
  sameElement,
  sheetWords,
  touchedElements,
} from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { effectiveOver } from "#/ledger/effective-reading.ts";
import type { PlacedChange } from "#/operations/changes/staging/prepare-changes.ts";
import { inTurns } from "#/runtime/turns.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { parseStored } from "#/store/sql/json.ts";
import { selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectChangeSetsByIds } from "#/store/tables/changes/change-sets.ts";
import { selectRawTexts } from "#/store/tables/records/readings.ts";
import { fieldReading, isWritableField, toReading } from "#/upstream/records/field-reading.ts";
import { unwritable } from "./unwritable.ts";
import { fieldNoun, wordingOf } from "#/upstream/records/field-wording.ts";
import { fieldsOf, readingsIn } from "#/upstream/records/to-domain.ts";

/** So many cells are judged, and their records read from the store, before other work has its turn. */
const AT_ONCE = 200;

/** What a cell says of a field of a record in a directory. */
export interface PlacedCell {
  row: number;
  column: number;
  indexId: string;
  record: RecordKey;
  recordName: string | null;
  field: string;
  entry: string | null;
  value: string;
  extension: string | null;
  label: string | null;
  evidence: PlacedChange["evidence"];
}

/** A field that the profile has no meaning for. */
const unmapped = { kind: "json", choices: null, range: null } as const;

export type Judged = Omit<ImportedCell, "isAsBefore">;

export interface JudgedCell {
  cell: Judged;
  /** What to stage; null where there is nothing. */
  change: PlacedChange | null;
  /** What it says, of which element of its field; no operation where that is so already. */
  said?: { element: string; operation: Operation | null };
}

/** Compares what cells say with what the directories say by kept readings, and with each other. */
export async function judgeCells(context: RequestContext, cells: readonly PlacedCell[]): Promise<JudgedCell[]> {
  const judged: JudgedCell[] = [];
  for (let at = 0; at < cells.length; at += AT_ONCE) {
    const some = cells.slice(at, at + AT_ONCE);
    const known = await readRecords(context, some);
    await inTurns(some, (cell) => judged.push(judge(context.deps, cell, known)));
  }
  return await withContradictions(judged);
}

/** A record as it was last read; null where it is not there. */
type ReadRecord = {
  raw: JsonObject;
  readings: NonNullable<ReturnType<typeof readingsIn>>;
  /** What it has beside its meanings, as comparisons tell it. */
  unmapped: () => ReadonlyMap<string, Reading>;
} | null;

type Known = (
  indexId: string,
  record: RecordKey,
) => {
  here: ReadRecord;
  base: ReadRecord;
  live: Change[];
  /** What the caller staged, with the name of its set. */
  staged: { change: Change; set: string }[];
} | null;

async function readRecords({ actor, deps }: RequestContext, cells: readonly PlacedCell[]): Promise<Known> {
  const { standardIndex } = deps.service.profile;
  const connectionId = deps.connection.id;
  const kept = new Map<string, ReadRecord>();
  const live = new Map<string, Change[]>();
  const staged = new Map<string, { change: Change; set: string }[]>();
  for (const [indexId, ofIndex] of Map.groupBy(cells, (cell) => cell.indexId)) {
    const records = distinctRecords(ofIndex.map(({ record }) => record));
    const places = records.flatMap((record) => [
      { indexId, record },
      { indexId: standardIndex, record },
    ]);
    const [rows, changes] = await Promise.all([
      selectRawTexts(deps.store.db, connectionId, places),
      selectChangesOnRecords(deps.store.db, { connectionId, indexId, records }),
    ]);
    // What directories say alike is read once.
    const alike = new Map<string, ReadRecord | undefined>();
    await inTurns(rows, ({ raw_text: text, ...row }) => {
      const said = `${row.record_type} ${text}`;
      if (!alike.has(said)) alike.set(said, text === null ? null : readText(deps, row.record_type, text));
      const read = alike.get(said);
      if (read !== undefined) kept.set(indexRecordKey({ indexId: row.index_id, record: recordOf(row) }), read);
    });
    for (const [key, of] of Map.groupBy(changes, (row) => indexRecordKey({ indexId, record: recordOf(row) })))
      live.set(key, of.filter((row) => !isStaged(row)).map(toLedgerChange));
    const own = changes.filter((row) => isStaged(row) && row.created_by.id === actor.id);
    const sets = await selectChangeSetsByIds(deps.store.db, connectionId, [
      ...new Set(own.map(({ change_set_id: id }) => id)),
    ]);
    const names = new Map(sets.map(({ id, name }) => [id, name]));
    for (const [key, of] of Map.groupBy(own, (row) => indexRecordKey({ indexId, record: recordOf(row) })))
      staged.set(
        key,
        of.map((row) => ({ change: toLedgerChange(row), set: names.get(row.change_set_id) ?? "" })),
      );
  }
  return (indexId, record) => {
    const key = indexRecordKey({ indexId, record });
    const here = kept.get(key);
    const base = kept.get(indexRecordKey({ indexId: standardIndex, record }));
    return here === undefined || base === undefined
      ? null
      : { here, base, live: live.get(key) ?? [], staged: staged.get(key) ?? [] };
  };
}

/** Undefined where it does not have the shape that the profile requires. */
function readText({ service: { profile } }: Deps, type: string, text: string): ReadRecord | undefined {
  const raw = parseStored(text);
  const readings = readingsIn(profile, type, raw);
  if (readings === null) return undefined;
  let unmapped: ReadonlyMap<string, Reading> | undefined;
  const read = () => new Map(fieldsOf(profile, type, raw).map(({ key, reading }) => [key, reading]));
  return { raw, readings, unmapped: () => (unmapped ??= read()) };
}

function judge(deps: Deps, placed: PlacedCell, known: Known): JudgedCell {
  const { profile } = deps.service;
  const { row, column, indexId, record, recordName, field, entry, value } = placed;
  const about = { row, column, indexId, record, recordName, field, entry, says: saysOf(placed) };
  const left = (
    state: ImportedCellState,
    why: string | null,
    now: string | null = null,
    said?: JudgedCell["said"],
  ): JudgedCell => ({
    cell: { ...about, now, state, why },
    change: null,
    ...(said === undefined ? {} : { said }),
  });
  const form = field.startsWith("/") ? unmapped : wordingOf(profile, record.type, field);
  if (form === null) return left("impossible", `is no field of a ${record.type} that the service profile has`);
  const read = known(indexId, record);
  if (read === null)
    return left(
      "not found",
      "was not read in this directory and in the standard index yet: preview it again once its roster was read",
    );
  if (read.here === null && read.live.length === 0) return left("not found", "is not in this directory");
  const region = profile.defaultRegion;
  const readingIn = (said: ReadRecord): Reading => {
    if (said === null) return { absent: true };
    if (field.startsWith("/")) return said.unmapped().get(field) ?? fieldReading(profile, record.type, said.raw, field);
    return toReading(said.readings[field]);
  };
  const index = readingIn(read.here);
  const over = { field, kind: form.kind, isThere: read.here !== null, index: () => index };
  const effective = effectiveOver(deps, over, read.live);
  const inCells = { entry, value, extension: placed.extension, label: placed.label };
  const answer = cellOperation(inCells, form, effective, region);
  if (answer === "same") {
    const element = elementOfSame(inCells, form.kind, effective, region) ?? "";
    return left("same", null, saysOf(placed), { element, operation: null });
  }
  if (!isWritableField(profile, record.type, { field, kind: form.kind }))
    return left("impossible", `“${fieldNoun(profile, record.type, field)}” cannot be changed on this record`);
  if ("ambiguous" in answer) return left("ambiguous", answer.ambiguous);
  if ("impossible" in answer) return left("impossible", answer.impossible);
  const { operation, now } = answer;
  const base = readingIn(read.base);
  const written = { record, raw: read.here?.raw ?? null, field, kind: form.kind, operation, effective };
  const refused = unwritable(deps, { ...written, known: [effective, index, base] });
  if (refused !== null) return left("impossible", refused);
  const inSet = read.staged.find(
    ({ change }) => change.field === field && equalJson(change.operation as Json, operation as Json),
  );
  const said = { element: elementIn(operation), operation };
  if (inSet !== undefined)
    return left("staged", inSet.set === "" ? null : `in your change set “${inSet.set}”`, now, said);
  const touched = touchedElements(operation, region);
  const isSame = sameElement(form.kind);
  const isOurs = read.live.some((change) => {
    if (change.field !== field) return false;
    const ours = touchedElements(change.operation, region);
    return ours === null || touched === null || ours.some((one) => touched.some((other) => isSame(one, other)));
  });
  const seen = { base, index, effective };
  const change: PlacedChange = { indexId, record, field, operation, policy: "pin", evidence: placed.evidence, seen };
  // Two texts that look the same are told apart.
  const [says = about.says, before = null] = namingAmong(now === null ? [about.says] : [about.says, now]);
  return {
    cell: {
      ...about,
      says,
      now: before,
      state: isOurs ? "against ours" : isNothing(now) ? "new" : "change",
      why: null,
    },
    change,
    said,
  };
}

/** Of which element of its field an operation speaks, of a further phone by its label; empty for the whole field. */
function elementIn(operation: Operation): string {
  if (operation.op === "add" && typeof operation.element !== "string") return operation.element.label ?? "";
  return "element" in operation && typeof operation.element === "string" ? operation.element : "";
}

const isNothing = (now: string | null) =>
  now === null || now === "" || now === sheetWords.empty || now === sheetWords.notIn;

/** What the sheet says, in one text. */
const saysOf = ({ value, extension }: Pick<PlacedCell, "value" | "extension">) =>
  extension === null ? value : `${value} ext. ${extension}`;

/** The days of evidence that a change has: what holds from another day on is another change. */
const daysOf = ({ change }: JudgedCell) => {
  const { from = null, until = null, verifiedOn = null } = change?.evidence ?? {};
  return [from, until, verifiedOn];
};
const daysWords = ([from, until, verifiedOn]: ReturnType<typeof daysOf>) =>
  [
    [from, "from"],
    [until, "until"],
    [verifiedOn, "verified on"],
  ]
    .flatMap(([day, words]) => (day === null ? [] : [`, ${words} ${day}`]))
    .join("");

/**
 * Cells that say different things of the same field, or entry, are left out, also where one of them says what is so already; of those
 * that say the same the first one counts.
 */
async function withContradictions(judged: readonly JudgedCell[]): Promise<JudgedCell[]> {
  const byTarget = new Map<string, JudgedCell[]>();
  await inTurns(judged, (one) => {
    const { indexId, record, field } = one.cell;
    if (indexId === null || record === null || one.said === undefined) return;
    const key = JSON.stringify([indexId, recordKey(record), field, one.said.element]);
    const several = byTarget.get(key);
    if (several === undefined) byTarget.set(key, [one]);
    else several.push(one);
  });
  const left = new Map<JudgedCell, JudgedCell>();
  await inTurns(byTarget.values(), (several) => {
    const [first] = several;
    if (first === undefined || several.length === 1 || several.every(({ change }) => change === null)) return;
    const tell = (one: JudgedCell) => JSON.stringify([one.said?.operation, daysOf(one)]);
    const told = tell(first);
    const contrary = several.find((other) => tell(other) !== told);
    for (const one of contrary === undefined ? several.slice(1) : several) {
      const other = contrary !== undefined && tell(one) === told ? contrary : first;
      const why =
        contrary === undefined
          ? `row ${first.cell.row} says so already`
          : `row ${other.cell.row} says “${other.cell.says}”${daysWords(daysOf(other))}`;
      left.set(one, {
        cell: { ...one.cell, state: contrary === undefined ? "same" : "contradicts", why },
        change: null,
      });
    }
  });
  const told: JudgedCell[] = [];
  await inTurns(judged, (one) => told.push(left.get(one) ?? one));
  return told;
}
