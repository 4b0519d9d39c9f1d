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
  if (now - entry.comparedAt >= COMPARED_FOR_MS) {
    entry.comparedAt = now;
    void withVerdicts(deps, entry.rows).then(
      (again) => {
        const newest = new Map(again.map(({ id, verdict, says }) => [id, { verdict, says }]));
        entry.rows = entry.rows.map((row) => ({ ...row, ...newest.get(row.id) }));
      },
      (error: unknown) => deps.log.warn({ err: error, changeSetId }, "a review could not be compared again"),
    );
  }
  return entry.rows;
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
  const nameOf = await recordNames(deps, db, changes);
  const ownerOf = await selectOwners(db, changes);
  const indexNames = await selectIndexNames(db, changes);
  const creatorOf = new Map(
    changes.flatMap((change) =>
      change.operation.op === "create" && typeof change.operation.fields["practitioner"] === "string"
        ? [[indexRecordKey(recordAt(change)), change.operation.fields["practitioner"]] as const]
        : [],
    ),
  );
  const orders = new Map<string, string>();
  const rows: ReviewRow[] = [];
  for (const [at, change] of changes.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const { id, index_id, record_type, record_id, field, operation, state } = change;
    const owner = ownerOf(change);
    const ownerId = owner?.id ?? creatorOf.get(indexRecordKey(recordAt(change)));
    const recordName = nameOf(change) ?? record_id;
    const names = {
      person: ownerId === undefined ? recordName : (owner?.name ?? ownerId),
      directory: indexNames.get(index_id) ?? index_id,
      kind: [record_type, field, operation.op, elementOf(change)].join(" "),
    };
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
      order: {
        person: orderOf(names.person, orders),
        directory: orderOf(names.directory, orders),
        kind: orderOf(names.kind, orders),
      },
      line,
      groups: {
        person: ownerId === undefined ? `person/${record_type}/${record_id}` : `person/practitioner/${ownerId}`,
        directory: `directory/${index_id}`,
        kind: keyOf("kind", names.kind),
      },
      place: keyOf("place", line, index_id),
      text: foldText(`${names.person} ${recordName} ${names.directory}`),
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
