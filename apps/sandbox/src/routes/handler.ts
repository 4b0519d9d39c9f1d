import type { Json, JsonObject } from "#/json/json.ts";
import type { Facts, RecordKind } from "#/seed/facts.ts";
import type { Dials } from "#/settings/dials.ts";
import type { Problem } from "#/spelling/problem.ts";
import type { IdKind, Route, Spelling } from "#/spelling/spelling.ts";
import type { Caller } from "#/store/caller.ts";
import type { Index } from "#/store/indices.ts";
import type { LedgerDraft } from "#/store/ledger.ts";
import type { Store } from "#/store/store.ts";

/** What every handler works with. */
export interface HandlerContext {
  readonly spelling: Spelling;
  readonly store: Store;
  readonly facts: Facts;
  readonly seed: string;
  readonly now: () => number;
  readonly newId: (kind: IdKind) => string;
  readonly dials: Dials;
}

/** A request that passed all checks: its key and headers are valid, and its index is visible to the caller. */
export interface AcceptedRequest {
  readonly route: Route;
  readonly caller: Caller;
  readonly index: Index;
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Json;
  readonly requestId: string;
  readonly path: string;
}

export type Outcome = { readonly body: Json } | { readonly problem: Problem };

export type Handler = (context: HandlerContext, request: AcceptedRequest) => Outcome;

/** The record with this id in an index. Under `copy-changes-ids` the ids of the base find nothing in a copy. */
export function findRecord(
  { dials, store: { base } }: HandlerContext,
  index: Index,
  kind: RecordKind,
  id: string,
): JsonObject | undefined {
  const isCopy = index.owner !== null;
  if (dials.deviation === "copy-changes-ids" && isCopy && base.exists(kind, id, base.revision)) return undefined;
  return index.read(kind, id);
}

/** The ledger entry of a write: the request, and what it wrote. */
export function ledgerDraft(
  { requestId, caller, route, path, index }: AcceptedRequest,
  written: {
    kind: string;
    record: string;
    index?: string | null;
    before?: JsonObject | null;
    after?: JsonObject | null;
  },
): LedgerDraft {
  return {
    requestId,
    key: caller.label,
    method: route.method,
    path,
    operation: route.operation.name,
    index: written.index === undefined ? index.id : written.index,
    kind: written.kind,
    record: written.record,
    status: route.status,
    before: written.before ?? null,
    after: written.after ?? null,
  };
}
