import { draftEntry, fail, type Handler } from "./handler.ts";
import type { IndexRow } from "#/store/indices.ts";

export const createIndex: Handler = (house, visit) => {
  const read = house.spelling.readIndex(visit.body);
  if (!read.ok) return read;
  const row: IndexRow = {
    id: house.newId("index"),
    name: read.value.name,
    owner: visit.caller.fingerprint,
    createdAt: new Date(house.now()).toISOString(),
    baseRevision: house.store.base.revision,
  };
  house.store.commit([
    {
      entry: draftEntry(visit, { kind: "index", record: row.id, index: row.id, after: { name: row.name } }),
      effects: [{ does: "add index", row }],
    },
  ]);
  const isUnnamed = house.dials.deviation === "index-unnamed";
  return { body: house.spelling.spellIndex(isUnnamed ? { ...row, name: null } : row) };
};

export const deleteIndex: Handler = (house, visit) => {
  const { spelling, store } = house;
  if (visit.id === spelling.standardIndex)
    return fail("standard_index_read_only", "The standard index cannot be changed.");
  const index = store.indices.find(visit.id, visit.caller);
  if (!index) return fail("not_found", `There is no index version ${visit.id}.`);
  if (visit.id === spelling.testIndex) return fail("test_index_permanent", "The test index cannot be deleted.");
  store.commit([
    {
      entry: draftEntry(visit, { kind: "index", record: index.id, index: index.id, before: { name: index.name } }),
      effects: [{ does: "drop index", owner: visit.caller.fingerprint, id: index.id }],
    },
  ]);
  return { body: spelling.spellDeleted("index", index.id) };
};
