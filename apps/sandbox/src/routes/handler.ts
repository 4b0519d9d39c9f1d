import type { Dials } from "#/dials.ts";
import type { Caller } from "#/caller.ts";
import type { Json, JsonObject } from "#/json.ts";
import type { Facts } from "#/seed/facts.ts";
import type { IdKind, Problem, ProblemCode, RouteSpelling, Spelling } from "#/spelling/spelling.ts";
import type { Index } from "#/store/indices.ts";
import type { LedgerDraft } from "#/store/ledger.ts";
import type { Store } from "#/store/store.ts";

/** What every handler works with. */
export interface House {
  readonly spelling: Spelling;
  readonly store: Store;
  readonly facts: Facts;
  readonly seed: string;
  readonly now: () => number;
  readonly newId: (kind: IdKind) => string;
  readonly dials: Dials;
}

/** One request, let in: its key is good, its headers are right, its index is one that the caller can see. */
export interface Visit {
  readonly route: RouteSpelling;
  readonly caller: Caller;
  readonly index: Index;
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Json;
  readonly requestId: string;
  readonly path: string;
}

export type Outcome = { readonly body: Json } | { readonly problem: Problem };

export type Handler = (house: House, visit: Visit) => Outcome;

export function fail(code: ProblemCode, message: string, field?: string): Outcome {
  return { problem: field === undefined ? { code, message } : { code, message, field } };
}

export function draftEntry(
  visit: Visit,
  what: { kind: string; record: string; index?: string | null; before?: JsonObject | null; after?: JsonObject | null },
): LedgerDraft {
  return {
    requestId: visit.requestId,
    key: visit.caller.label,
    method: visit.route.method,
    path: visit.path,
    operation: visit.route.operation.name,
    index: what.index === undefined ? visit.index.id : what.index,
    kind: what.kind,
    record: what.record,
    status: visit.route.status,
    before: what.before ?? null,
    after: what.after ?? null,
  };
}
