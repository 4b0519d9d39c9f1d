import { draftEntry, fail, type Handler, type House, type Outcome, type Visit } from "#/routes/handler.ts";
import type { JsonObject } from "#/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { RecordSpelling } from "#/spelling/spelling.ts";

export const readRecord: Handler = ({ spelling }, { route, index, id, query }) => {
  const kind = kindOf(route);
  const nothing = spelling.readNoQuery(query);
  if (!nothing.ok) return nothing;
  const record = index.read(kind, id);
  return record ? { body: spelling.spellRecord(kind, record) } : missing(kind, id);
};

export const createRecord: Handler = (house, visit) => {
  const kind = kindOf(visit.route);
  const spelled = spellingOf(house, kind);
  const read = spelled.readNew(visit.body);
  if (!read.ok) return read;
  let id = house.newId(kind);
  while (visit.index.exists(kind, id)) id = house.newId(kind);
  return write(house, visit, {
    kind,
    id,
    before: undefined,
    next: spelled.finish(read.value, id, new Date(house.now()).toISOString()),
  });
};

export const updateRecord: Handler = (house, visit) => {
  const kind = kindOf(visit.route);
  const before = visit.index.read(kind, visit.id);
  if (!before) return missing(kind, visit.id);
  const spelled = spellingOf(house, kind);
  const read = spelled.readChange(visit.body, before);
  if (!read.ok) return read;
  return write(house, visit, {
    kind,
    id: visit.id,
    before,
    next: spelled.finish(read.value, visit.id, new Date(house.now()).toISOString()),
  });
};

export const deleteRecord: Handler = (house, visit) => {
  const kind = kindOf(visit.route);
  const before = visit.index.read(kind, visit.id);
  if (!before) return missing(kind, visit.id);
  house.store.commit([
    {
      entry: draftEntry(visit, { kind, record: visit.id, before }),
      effects: [
        {
          does: "put record",
          owner: visit.caller.fingerprint,
          index: visit.index.id,
          kind,
          id: visit.id,
          record: null,
        },
      ],
    },
  ]);
  return { body: house.spelling.spellDeleted(kind, visit.id) };
};

function write(
  house: House,
  visit: Visit,
  { kind, id, before, next }: { kind: RecordKind; id: string; before: JsonObject | undefined; next: JsonObject },
): Outcome {
  for (const reference of spellingOf(house, kind).references(next)) {
    if (visit.index.exists(reference.kind, reference.id)) continue;
    // What was already there stays legal, however odd: only a reference that this request brings is checked.
    const already =
      before &&
      spellingOf(house, kind)
        .references(before)
        .some((old) => old.kind === reference.kind && old.id === reference.id);
    if (!already)
      return fail(
        "unknown_reference",
        `There is no such ${reference.kind} in this index: ${reference.id}.`,
        reference.field,
      );
  }
  house.store.commit([
    {
      entry: draftEntry(visit, { kind, record: id, before: before ?? null, after: next }),
      effects: [{ does: "put record", owner: visit.caller.fingerprint, index: visit.index.id, kind, id, record: next }],
    },
  ]);
  return { body: house.spelling.spellRecord(kind, next) };
}

function kindOf({ operation }: Visit["route"]): RecordKind {
  if (!("kind" in operation)) throw new TypeError(`${operation.name} is not about a record`);
  return operation.kind;
}

function spellingOf(house: House, kind: RecordKind): Omit<RecordSpelling<RecordKind>, "write"> {
  const spelled = house.spelling.records[kind];
  if (!spelled) throw new TypeError(`${house.spelling.name} has a route for ${kind}, but no record`);
  return spelled;
}

function missing(kind: RecordKind, id: string): Outcome {
  return fail("not_found", `There is no ${kind} ${id} in this index.`);
}
