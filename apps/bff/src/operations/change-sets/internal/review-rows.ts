import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReviewGrouping, ReviewNode, ReviewVerdict } from "@dc/contract";
import { decidedPart, foldText, indexRecordKey, isEnded, shapeOf, sortableText } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordNames } from "#/records/record-names.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import {
  type ChangeRow,
  selectChangesByIds,
  selectRevisionOfSet,
  selectStatesOfSet,
} from "#/store/tables/changes/changes.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import { selectOwners } from "#/store/tables/records/record-names.ts";
import { compareChanges, type DecidingChange } from "./compare-changes.ts";

/** A change as a review groups, filters and counts it. */
export interface ReviewRow extends DecidingChange {
  state: ChangeRow["state"];
  /** The ids of whoever staged it, or kept it on what is there now. */
  authors: readonly string[];
  /** The keys of the groups that it belongs to. */
  groups: { readonly [by in ReviewGrouping]: string };
  /** The same change of the same record has the same key in every directory. */
  line: string;
  /** The line within one directory. */
  place: string;
  /** What the groups are sorted by, in the order of code units. */
  order: { readonly [by in ReviewGrouping]: string };
  /** What a search looks in, folded. */
  text: string;
  verdict: ReviewVerdict;
  /** What each side says of the part that it decides, as JSON text. */
  says: { readonly [side in keyof NonNullable<ReviewNode["values"]>]: string };
}

interface Kept {
  revision: string;
  rows: readonly ReviewRow[];
  comparedAt: number;
}

/** Of the sets that were looked at last, since grouping and counting ten thousand changes takes longer than a page may. */
const kept = new WeakMap<object, Map<string, Kept>>();
const MOST_KEPT = 6;
/** Verdicts are counted as of the last comparison, which is made again beside the requests after so long. */
const COMPARED_FOR_MS = 10_000;
/** What nobody looked at for so long is compared before it is shown, where that takes no longer than a page may. */
const LOOKED_AT_FOR_MS = 60_000;
/** So many changes are read from the store, and so many worked on, before other work has its turn. */
const READ_AT_ONCE = 200;
const AT_ONCE = 500;

/** Every change of a set with what a review groups and counts it by, in the order of staging. */
export async function reviewRows(deps: Deps, changeSetId: string): Promise<readonly ReviewRow[]> {
  const now = deps.clock.now().getTime();
  const ofStore = kept.get(deps.wholeStore.db) ?? new Map<string, Kept>();
  kept.set(deps.wholeStore.db, ofStore);
  const last = ofStore.get(changeSetId);
  const revision = await selectRevisionOfSet(deps.store.db, deps.connection.id, changeSetId);
  const entry: Kept = last ?? { revision: "", rows: [], comparedAt: now };
  if (entry.revision !== revision) entry.rows = await newestRows(deps, changeSetId, entry.rows);
  entry.revision = revision;
  ofStore.delete(changeSetId);
  ofStore.set(changeSetId, entry);
  const [oldest] = ofStore.keys();
  if (ofStore.size > MOST_KEPT && oldest !== undefined) ofStore.delete(oldest);
  const age = now - entry.comparedAt;
  if (age < COMPARED_FOR_MS) return entry.rows;
  entry.comparedAt = now;
  const again = readAgain(deps, entry).catch((error: unknown) => {
    deps.log.warn({ err: error, changeSetId }, "a review could not be compared again");
  });
  if (age >= LOOKED_AT_FOR_MS && entry.rows.length <= READ_AT_ONCE) await again;
  return entry.rows;
}

/** The rows of an entry by what the newest readings say, and by what their records and directories are called now. */
async function readAgain(deps: Deps, entry: Kept): Promise<void> {
  const rows = await withVerdicts(deps, entry.rows);
  const namedNow = await namesOf(deps, rows);
  const orders = new Map<string, string>();
  const newest = new Map<string, Partial<ReviewRow>>();
  for (const [at, row] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    newest.set(row.id, { verdict: row.verdict, says: row.says, ...namedAs(namedNow(row), row, orders) });
  }
  entry.rows = entry.rows.map((row) => ({ ...row, ...newest.get(row.id) }));
}

/** The rows with the states and authors of now; only those that were not there are read and compared. */
async function newestRows(deps: Deps, changeSetId: string, before: readonly ReviewRow[]): Promise<ReviewRow[]> {
  const known = new Map(before.map((row) => [row.id, row]));
  const states = await selectStatesOfSet(deps.store.db, changeSetId);
  const isKnown = ({ id, record_id: recordId }: (typeof states)[number]) => known.get(id)?.record_id === recordId;
  const added = await namedRows(
    deps,
    states.filter((row) => !isKnown(row)).map(({ id }) => id),
  );
  const compared = await withVerdicts(deps, added);
  const newest = new Map([...known, ...compared.map((row) => [row.id, row] as const)]);
  return states.flatMap((of) => {
    const row = newest.get(of.id);
    if (row === undefined) return [];
    const { state, settled_by: settled } = of;
    const isSame = row.state === state && row.authors.length === 1 + (settled?.length ?? 0);
    return [isSame ? row : { ...row, state, authors: authorsOf(of) }];
  });
}

/** Whose approval of a change does not count, unless one's own does. */
const authorsOf = ({ created_by: by, settled_by: settled }: Pick<ChangeRow, "created_by" | "settled_by">): string[] =>
  [by, ...(settled ?? [])].map(({ id }) => id);

async function withVerdicts(deps: Deps, rows: readonly ReviewRow[]): Promise<ReviewRow[]> {
  const compared = await compareChanges(deps, rows);
  return rows.map((row) => {
    const of = compared.get(row.id);
    const { verdict = null, flags = [] } = of ?? {};
    const [base = "", effective = "", preview = ""] = [of?.base, of?.effective, of?.preview].map((value) =>
      JSON.stringify(value ?? null),
    );
    return {
      ...row,
      verdict: flags.includes("outside") ? "outside" : (verdict ?? "not read"),
      says: { seen: row.says.seen, base, effective, preview },
    };
  });
}

async function namedRows(deps: Deps, ids: readonly string[]): Promise<ReviewRow[]> {
  const { db } = deps.store;
  const changes: ChangeRow[] = [];
  await inSteps(
    ids,
    async (some) => {
      changes.push(...(await selectChangesByIds(db, some)));
    },
    READ_AT_ONCE,
  );
  const namedNow = await namesOf(deps, changes);
  const orders = new Map<string, string>();
  const rows: ReviewRow[] = [];
  for (const [at, change] of changes.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const { id, index_id, record_type, record_id, field, operation, state } = change;
    const kind = [record_type, field, operation.op, elementOf(change)].join(" ");
    const line = keyOf("line", record_type, record_id, field, operation, wholeBefore(change));
    rows.push({
      id,
      index_id,
      record_type,
      record_id,
      field,
      operation,
      state,
      authors: authorsOf(change),
      line,
      ...namedAs(
        namedNow(change),
        {
          groups: { directory: `directory/${index_id}`, kind: keyOf("kind", kind) },
          order: { kind: orderOf(kind, orders) },
        },
        orders,
      ),
      place: keyOf("place", line, index_id),
      verdict: "not read",
      says: {
        seen: JSON.stringify(decidedPart(change, change.value_before)),
        base: "",
        effective: "",
        preview: "",
      },
    });
  }
  return rows;
}

interface Named {
  record: string;
  person: string;
  /** The key of the group of the person. */
  group: string;
  directory: string;
}

/** What the records of changes, whose they are, and their directories are called now. */
async function namesOf(
  deps: Deps,
  changes: readonly Pick<ChangeRow, "index_id" | "record_type" | "record_id" | "operation">[],
): Promise<(change: Pick<ChangeRow, "index_id" | "record_type" | "record_id">) => Named> {
  const { db } = deps.store;
  const ofConnection = <Of extends object>(of: Of) => ({ ...of, connection_id: deps.connection.id });
  const records = changes.map(ofConnection);
  const nameOf = await recordNames(deps, db, records);
  const ownerOf = await selectOwners(db, records);
  const indexNames = await selectIndexNames(db, records);
  const creatorOf = new Map(
    changes.flatMap((change) =>
      change.operation.op === "create" && typeof change.operation.fields["practitioner"] === "string"
        ? [[indexRecordKey(recordAt(change)), change.operation.fields["practitioner"]] as const]
        : [],
    ),
  );
  return (change) => {
    const of = ofConnection(change);
    const owner = ownerOf(of);
    const ownerId = owner?.id ?? creatorOf.get(indexRecordKey(recordAt(change)));
    const record = nameOf(of) ?? change.record_id;
    return {
      record,
      person: ownerId === undefined ? record : (owner?.name ?? ownerId),
      group:
        ownerId === undefined ? `person/${change.record_type}/${change.record_id}` : `person/practitioner/${ownerId}`,
      directory: indexNames.get(change.index_id) ?? change.index_id,
    };
  };
}

/** What a row has of names: its groups, their order, and what a search looks in. */
function namedAs(
  { record, person, group, directory }: Named,
  of: { groups: Omit<ReviewRow["groups"], "person">; order: Pick<ReviewRow["order"], "kind"> },
  orders: Map<string, string>,
): Pick<ReviewRow, "groups" | "order" | "text"> {
  return {
    groups: { ...of.groups, person: group },
    order: { ...of.order, person: orderOf(person, orders), directory: orderOf(directory, orders) },
    text: foldText(`${person} ${record} ${directory}`),
  };
}

/** The place of a name, as `compareNames` has it: folding it again for each comparison takes longer than a page may. */
function orderOf(name: string, known: Map<string, string>): string {
  const order = known.get(name) ?? `${sortableText(name)}\0${name}`;
  known.set(name, order);
  return order;
}

/** The member that a change of a set adds or removes; phones are of one kind whatever their numbers. */
function elementOf({ kind, operation }: ChangeRow): string {
  return shapeOf(kind ?? "json") === "members" && "element" in operation && typeof operation.element === "string"
    ? operation.element
    : "";
}

/** The value before, where a change decides all of it. */
function wholeBefore({ operation, value_before: before }: ChangeRow) {
  return "element" in operation ? null : before;
}

function keyOf(what: string, ...parts: readonly unknown[]): string {
  return `${what}/${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22)}`;
}

/** What a change is counted as; null for one that has ended, which decides nothing any more. */
export function verdictOf({ state, verdict }: ReviewRow): ReviewVerdict | null {
  return isEnded({ state }) ? null : verdict;
}

export interface ReviewFilter {
  state?: ChangeRow["state"] | undefined;
  verdict?: ReviewVerdict | undefined;
  q?: string | undefined;
}

/** Whether the filters of a review find a change. */
export function fitsFilter({ state, verdict, q }: ReviewFilter): (row: ReviewRow) => boolean {
  const words = foldText(q ?? "").split(/\s+/);
  return (row) =>
    (state === undefined || row.state === state) &&
    (verdict === undefined || verdictOf(row) === verdict) &&
    words.every((word) => row.text.includes(word));
}

/** The keys of the groups and lines that a change belongs to. */
export function nodesOf({ groups, line, place }: ReviewRow): string[] {
  return [groups.person, groups.directory, groups.kind, line, place];
}

/** The groups of these rows in the order of their names, each with its rows in the order of staging. */
export function groupsOf(
  rows: readonly ReviewRow[],
  by: ReviewGrouping,
): (readonly [key: string, rows: ReviewRow[]])[] {
  const orderIn = ([first]: readonly ReviewRow[]) => first?.order[by] ?? "";
  return [...Map.groupBy(rows, ({ groups }) => groups[by])].toSorted(([, a], [, b]) =>
    orderIn(a) < orderIn(b) ? -1 : Number(orderIn(a) > orderIn(b)),
  );
}
