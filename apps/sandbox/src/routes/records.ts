import type { JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { refusal, type Refusal } from "#/spelling/problem.ts";
import type { RecordSpelling, Route } from "#/spelling/spelling.ts";
import type { WrittenRecord } from "#/store/indices.ts";
import type { Effect } from "#/store/store.ts";
import { findRecord, ledgerDraft, type AcceptedRequest, type Handler, type HandlerContext } from "./handler.ts";

export const readRecord: Handler = (context, { route, index, id, query }) => {
  const { spelling, dials } = context;
  const kind = kindOf(route);
  const parsed = spelling.parseEmptyQuery(query);
  if (!parsed.ok) return parsed;
  const record = findRecord(context, index, kind, id);
  if (!record) return notFound(kind, id);
  return { body: spelling.encodeRecord(dials.deviation === "list-for-object" ? [record] : record) };
};

export const createRecord: Handler = (context, request) => {
  const kind = kindOf(request.route);
  const spelling = recordSpelling(context, kind);
  const parsed = spelling.parseNew(request.body);
  if (!parsed.ok) return parsed;
  let id = context.newId(kind);
  while (request.index.exists(kind, id)) id = context.newId(kind);
  if (context.dials.deviation === "created-id-repeats") id = context.store.base.idOf(kind, repeatedOrdinal);
  const next = spelling.complete(parsed.value, id, new Date(context.now()).toISOString(), {});
  const unknown = unknownReference(spelling, request, { before: undefined, next });
  if (unknown) return unknown;
  writeRecord(context, request, { kind, id, before: null, after: next });
  return { body: context.spelling.encodeRecord(next) };
};

export const updateRecord: Handler = (context, request) => {
  const kind = kindOf(request.route);
  const { id } = request;
  const before = request.index.read(kind, id);
  if (!before) return notFound(kind, id);
  const spelling = recordSpelling(context, kind);
  const parsed = spelling.parseUpdate(request.body, before);
  if (!parsed.ok) return parsed;
  const next = spelling.complete(parsed.value, id, new Date(context.now()).toISOString(), before);
  const unknown = unknownReference(spelling, request, { before, next });
  if (unknown) return unknown;
  const members = spelling.writtenMembers(request.body);
  writeRecord(context, request, { kind, id, before, after: next, ...(members === null ? {} : { members }) });
  return { body: context.spelling.encodeRecord(next) };
};

export const deleteRecord: Handler = (context, request) => {
  const kind = kindOf(request.route);
  const { id } = request;
  const before = request.index.read(kind, id);
  if (!before) return notFound(kind, id);
  writeRecord(context, request, { kind, id, before, after: null });
  return { body: context.spelling.encodeDeleted(kind, id) };
};

/** Refuses a reference that this request brings and that the index lacks; an old one stays valid, whatever it is. */
function unknownReference(
  spelling: Pick<RecordSpelling<RecordKind>, "references">,
  { index }: AcceptedRequest,
  { before, next }: { before: JsonObject | undefined; next: JsonObject },
): Refusal | undefined {
  const old = before ? spelling.references(before) : [];
  const unknown = spelling
    .references(next)
    .find(({ kind, id }) => !index.exists(kind, id) && !old.some((known) => known.kind === kind && known.id === id));
  if (!unknown) return undefined;
  const { kind, id, field } = unknown;
  return refusal("unknown_reference", `There is no ${kind} ${id} in this index.`, field);
}

function writeRecord(
  context: HandlerContext,
  request: AcceptedRequest,
  {
    before,
    after,
    ...written
  }: Omit<WrittenRecord, "record"> & { before: JsonObject | null; after: JsonObject | null },
): void {
  const entry = ledgerDraft(request, { kind: written.kind, record: written.id, before, after });
  context.store.commit([{ entry, effects: effectsOf(context, request, { ...written, record: after }) }]);
}

/** An ordinal beyond every generated record. */
const repeatedOrdinal = 20_000_000;

/** A write has one effect, in its index. A deviation can make it a write to the base, or let it leak there or into the other indices of its owner. */
function effectsOf(
  { dials, store, spelling }: HandlerContext,
  { index: { owner, id: index } }: AcceptedRequest,
  written: WrittenRecord,
): Effect[] {
  const { kind, id, record } = written;
  if (dials.deviation === "test-index-forgets" && index === spelling.testIndex) return [];
  const inBase: Effect = { does: "change base", kind, id, record };
  if (owner === null) return [inBase];
  const into = (named: string): Effect => ({ does: "put record", owner, index: named, ...written });
  if (dials.deviation === "write-leaks") return [into(index), inBase];
  if (dials.deviation !== "write-leaks-to-indices") return [into(index)];
  return [...new Set([index, spelling.testIndex, ...store.indices.idsOf(owner)])].map(into);
}

function kindOf({ operation }: Route): RecordKind {
  if (!("kind" in operation)) throw new TypeError(`${operation.name} is not about a record`);
  return operation.kind;
}

function recordSpelling(
  { spelling }: HandlerContext,
  kind: RecordKind,
): Omit<RecordSpelling<RecordKind>, "encodeFacts"> {
  const recordSpelling = spelling.records[kind];
  if (!recordSpelling) throw new TypeError(`${spelling.name} has a route for ${kind}, but no record`);
  return recordSpelling;
}

function notFound(kind: RecordKind, id: string): Refusal {
  return refusal("not_found", `There is no ${kind} ${id} in this index.`);
}
