import { type ChangeReason, type Json, provisionalId } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { selectCreationOf } from "#/store/tables/records/record-creations.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";

/** The provisional ids in a change: in the values that it writes, or as its own record. */
export function provisionalIdsOf(change: Pick<ChangeRow, "operation" | "record_id">): string[] {
  const about = change.operation.op !== "create" && isProvisional({ id: change.record_id }) ? [change.record_id] : [];
  // The ledger stores operations as JSON, so the copy has exactly what is stored.
  const written = JSON.parse(JSON.stringify(change.operation)) as Json;
  return [...new Set([...about, ...idsIn(written)])];
}

function idsIn(value: Json): string[] {
  if (typeof value === "string") return provisionalId.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

/** Whether a change can be sent, considering the records created here that it names. */
export type Readiness = { outcome: "ready" } | { outcome: "hold" | "wait" | "fail"; reason: ChangeReason };

/**
 * A change that names a provisional record waits until the service has assigned its id. `sending` are the creations
 * that are sent first, and `held` those that are not sent now.
 */
export async function readinessOf(
  deps: Deps,
  change: ChangeRow,
  sending: ReadonlySet<string> = new Set(),
  held: ReadonlySet<string> = new Set(),
): Promise<Readiness> {
  for (const id of provisionalIdsOf(change)) {
    if (sending.has(id)) continue;
    const place = { connectionId: deps.connection.id, indexId: change.index_id, id };
    const state = held.has(id) ? "held" : (await selectCreationOf(deps.store.db, place))?.state;
    const needed =
      id === change.record_id ? ({ needed: "its own record" } as const) : ({ needed: "another record", id } as const);
    switch (state) {
      case "held":
        return { outcome: "hold", reason: { code: "needed-record-held", params: needed } };
      case "draft":
      case "in review":
      case "approved":
      case "queued":
      case "sending":
      case "unknown":
      case "deferred":
        return { outcome: "wait", reason: { code: "needed-record-without-id", params: needed } };
      case "applied":
      case "failed":
      case "rejected":
      case "reverted":
      case "withdrawn":
      case undefined:
        return { outcome: "fail", reason: { code: "needed-record-not-created", params: needed } };
    }
  }
  return { outcome: "ready" };
}

/** Keeps the given order, except that a creation precedes everything that names it. */
export function orderByDependency(groups: readonly ChangeRow[][]): ChangeRow[][] {
  const creations = new Map<string, ChangeRow[]>();
  for (const group of groups) {
    const creation = creationIn(group);
    if (creation !== null && !creations.has(creation)) creations.set(creation, group);
  }
  if (creations.size === 0) return [...groups];
  const placed = new Set<ChangeRow[]>();
  const ordered: ChangeRow[][] = [];
  const place = (group: ChangeRow[]) => {
    // Records that name each other in a cycle have no valid order; they keep the given one.
    if (placed.has(group)) return;
    placed.add(group);
    for (const id of group.flatMap(provisionalIdsOf)) {
      const needed = creations.get(id);
      if (needed !== undefined) place(needed);
    }
    ordered.push(group);
  };
  for (const group of groups) place(group);
  return ordered;
}

export function creationIn(group: readonly ChangeRow[]): string | null {
  return group.find(({ operation }) => operation.op === "create")?.record_id ?? null;
}
