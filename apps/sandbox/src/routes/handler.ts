import type { Dials } from "#/settings/runtime-settings.ts";
import type { Caller } from "#/store/caller.ts";
import type { Json, JsonObject } from "#/json/json.ts";
import type { Facts, RecordKind } from "#/seed/facts.ts";
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

/** The record that a request for this id finds; under `copy-changes-ids` a copy does not find the ids of the base. */
export function findRecord(
  { dials, store }: House,
  index: Index,
  kind: RecordKind,
  id: string,
): JsonObject | undefined {
  const hasOtherId =
    dials.deviation === "copy-changes-ids" && index.owner !== null && store.base.exists(kind, id, store.base.revision);
  return hasOtherId ? undefined : index.read(kind, id);
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
