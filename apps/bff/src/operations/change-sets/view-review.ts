import type { ReviewedChange, ReviewNode, ReviewPage, ReviewQuery } from "@dc/contract";
import { isEnded } from "@dc/directory";
import type { z } from "zod";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import { operationError } from "#/runtime/errors.ts";
import { readCursor, writeCursor } from "#/store/sql/keyset.ts";
import { selectApprovals, selectApprovedBy } from "#/store/tables/changes/approvals.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { countComments, selectOpenRequests } from "#/store/tables/changes/review-comments.ts";
import { selectTokenIdsOf } from "#/store/tables/people/tokens.ts";
import { describeChanges, describeWithGrounds } from "#/views/describe-changes.ts";
import { compareChanges } from "./internal/compare-changes.ts";
import { fitsFilter, groupsOf, nodesOf, type ReviewRow, reviewRows, verdictOf } from "./internal/review-rows.ts";

type Query = z.output<typeof ReviewQuery>;

interface Node {
  key: string;
  group: ReviewNode["group"];
  rows: readonly ReviewRow[];
}

/** A page of the groups, lines or changes of a set, each with its counts and its first change. */
export async function viewReview(context: RequestContext, id: string, query: Query): Promise<ReviewPage> {
  const { connection, deps } = context;
  const { db } = deps.store;
  if ((await selectChangeSet(db, connection.id, id)) === undefined) throw operationError("not_found", "change-set");
  const fits = fitsFilter(query);
  const rows = (await reviewRows(deps, id)).filter(
    (row) => fits(row) && (query.within === undefined || [row.id, ...nodesOf(row)].includes(query.within)),
  );
  const forCaller = await countingForCaller(context, id);
  const nodes = nodesFor(rows, query, forCaller);
  const begin = beginningOf(nodes, query.cursor);
  const page = nodes.slice(begin, begin + query.limit);
  const asked = new Map<string, ReviewedChange["openRequests"]>();
  for (const { change_id, comment_id: commentId, created_by: by, created_at: at, words } of await selectOpenRequests(
    db,
    id,
  ))
    asked.set(change_id, [...(asked.get(change_id) ?? []), { commentId, by, at: at.toISOString(), words }]);
  const described = await reviewedChanges(deps, {
    id,
    rows: page.flatMap(({ rows: [first] }) => first ?? []),
    asked,
    isCompared: query.level !== "group",
  });
  const last = page.at(-1);
  const end = begin + page.length;
  return {
    items: page.flatMap(({ key, group, rows: ofNode }): ReviewNode[] => {
      const change = described.get(ofNode[0]?.id ?? "");
      if (change === undefined) return [];
      return [
        {
          key,
          group,
          ...countsOf(ofNode, forCaller),
          change,
          states: counted(ofNode, ({ state }) => state).map(([state, changes]) => ({ state, changes })),
          values: query.level === "group" ? null : valuesOf(ofNode),
          openRequests: ofNode.filter((row) => asked.has(row.id)).length,
        },
      ];
    }),
    nextCursor: last === undefined || end >= nodes.length ? null : writeCursor([end, last.key]),
    total: nodes.length,
    found: { open: rows.filter(isOpen).length, ...forCaller(rows) },
  };
}

const isOpen = ({ state }: ReviewRow) => state === "in review" || state === "approved";

type ForCaller = (rows: readonly ReviewRow[]) => Pick<ReviewPage["found"], "approvable" | "own">;

/** Counts of rows what the caller may approve, and what somebody else has to since it is the caller's own. */
async function countingForCaller(context: RequestContext, id: string): Promise<ForCaller> {
  const { connection, deps, personId } = context;
  const { db } = deps.store;
  const { ownCounts } = await selectApprovalSettings(db, connection.id);
  const ids = new Set([personId, ...(await selectTokenIdsOf(deps.wholeStore.db, personId))]);
  const approved = new Set(await selectApprovedBy(db, { changeSetId: id, personId }));
  const mayApprove = reachIn(context, "approve") !== "none";
  const isOwn = ({ authors }: ReviewRow) => !ownCounts && authors.some((author) => ids.has(author));
  return (rows) => {
    const waiting = rows.filter((row) => row.state === "in review" && !approved.has(row.id));
    const own = waiting.filter(isOwn).length;
    return { approvable: mayApprove ? waiting.length - own : 0, own };
  };
}

function nodesFor(rows: readonly ReviewRow[], { by, level }: Query, forCaller: ForCaller): Node[] {
  return groupsOf(rows, by).flatMap(([of, ofGroup]) => {
    const group = { key: of, ...countsOf(ofGroup, forCaller) };
    if (level === "group") return [{ key: of, group, rows: ofGroup }];
    if (level === "change") return ofGroup.map((row) => ({ key: row.id, group, rows: [row] }));
    const lines = Map.groupBy(ofGroup, ({ line, place }) => (by === "directory" ? place : line));
    return [...lines].map(([key, ofLine]) => ({ key, group, rows: ofLine }));
  });
}

/** After the node of the cursor; at its place, where it is gone. */
function beginningOf(nodes: readonly Node[], cursor: string | undefined): number {
  const [end = 0, key] = readCursor(cursor, ["integer", "text"]) ?? [];
  const at = key === undefined ? -1 : nodes.findIndex((node) => node.key === key);
  return at < 0 ? Math.max(end, 0) : at + 1;
}

function countsOf(rows: readonly ReviewRow[], forCaller: ForCaller): Omit<ReviewNode["group"], "key"> {
  return {
    changes: rows.length,
    directories: new Set(rows.map(({ index_id: index }) => index)).size,
    verdicts: counted(rows, verdictOf).flatMap(([verdict, changes]) =>
      verdict === null ? [] : [{ verdict, changes }],
    ),
    ...forCaller(rows),
  };
}

function valuesOf(rows: readonly ReviewRow[]): NonNullable<ReviewNode["values"]> {
  const different = (side: keyof ReviewRow["says"], of = rows) => new Set(of.map(({ says }) => says[side])).size;
  return {
    seen: different("seen"),
    base: different("base"),
    effective: different("effective"),
    preview: different(
      "preview",
      rows.filter((row) => !isEnded(row)),
    ),
  };
}

function counted<Key>(rows: readonly ReviewRow[], keyOf: (row: ReviewRow) => Key): (readonly [Key, number])[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, same]) => [key, same.length]);
}

interface Reviewed {
  id: string;
  rows: readonly ReviewRow[];
  asked: ReadonlyMap<string, ReviewedChange["openRequests"]>;
  isCompared: boolean;
}

async function reviewedChanges(deps: Deps, { id, rows, asked, isCompared }: Reviewed) {
  const { db } = deps.store;
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return new Map<string, ReviewedChange>();
  const described = isCompared ? describeWithGrounds : describeChanges;
  const changes = await described(deps, db, await selectChangesByIds(db, ids));
  const compared = isCompared ? await compareChanges(deps, rows) : null;
  const approvals = Map.groupBy(await selectApprovals(db, [id], ids), ({ change_id }) => change_id);
  const comments = await countComments(db, ids);
  return new Map(
    changes.map((change): [string, ReviewedChange] => [
      change.id,
      {
        ...change,
        compared: compared?.get(change.id) ?? null,
        approvals: (approvals.get(change.id) ?? []).map(({ given_by: by, given_at: at }) => ({
          by,
          at: at.toISOString(),
        })),
        openRequests: [...(asked.get(change.id) ?? [])],
        comments: comments.get(change.id) ?? 0,
      },
    ]),
  );
}
