import { refusal } from "#/spelling/problem.ts";
import type { IndexRow } from "#/store/indices.ts";
import { ledgerDraft, type Handler } from "./handler.ts";

export const createIndex: Handler = ({ spelling, store, dials, now, newId }, request) => {
  const parsed = spelling.parseIndex(request.body);
  if (!parsed.ok) return parsed;
  const row: IndexRow = {
    id: newId("index"),
    name: parsed.value.name,
    owner: request.caller.fingerprint,
    createdAt: new Date(now()).toISOString(),
    baseRevision: spelling.indexVersions === "copy" ? store.base.revision : null,
  };
  store.commit([
    {
      entry: ledgerDraft(request, { kind: "index", record: row.id, index: row.id, after: { name: row.name } }),
      effects: [{ does: "add index", row }],
    },
  ]);
  const lacksName = dials.deviation === "index-name-missing";
  return { body: spelling.encodeIndex(lacksName ? { ...row, name: null } : row) };
};

export const readIndex: Handler = ({ spelling, store }, { id, caller }) => {
  const index = store.indices.find(id, caller);
  return index ? { body: spelling.encodeIndex(index) } : refusal("not_found", `There is no index version ${id}.`);
};

export const listIndices: Handler = ({ spelling, store }, { caller, query, path }) => {
  const parsed = spelling.parsePageQuery(query);
  if (!parsed.ok) return parsed;
  const { from, size } = parsed.value;
  const given = spelling.listedIndices === "all" ? [spelling.standardIndex, spelling.testIndex] : [];
  const indices = [...given, ...store.indices.idsOf(caller.fingerprint)].flatMap(
    (id) => store.indices.find(id, caller) ?? [],
  );
  const end = Math.min(from + size, indices.length);
  const items = indices.slice(from, end).map((index) => spelling.encodeListedIndex(index));
  return { body: spelling.encodeList(items, { next: end < indices.length ? end : null, size, path, query }) };
};

export const deleteIndex: Handler = ({ spelling, store }, request) => {
  const { id, caller } = request;
  if (id === spelling.standardIndex)
    return refusal("standard_index_read_only", "The standard index cannot be changed.");
  const index = store.indices.find(id, caller);
  if (!index) return refusal("not_found", `There is no index version ${id}.`);
  if (id === spelling.testIndex) return refusal("test_index_permanent", "The test index cannot be deleted.");
  store.commit([
    {
      entry: ledgerDraft(request, { kind: "index", record: index.id, index: index.id, before: { name: index.name } }),
      effects: [{ does: "drop index", owner: caller.fingerprint, id: index.id }],
    },
  ]);
  return { body: spelling.encodeDeleted("index", index.id) };
};
