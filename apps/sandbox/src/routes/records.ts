import { draftEntry, fail, findRecord, type Handler, type House, type Outcome, type Visit } from "./handler.ts";
import type { JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { RecordSpelling } from "#/spelling/spelling.ts";
import type { Effect } from "#/store/effect.ts";

export const readRecord: Handler = (house, { route, index, id, query }) => {
  const { spelling, dials } = house;
  const kind = kindOf(route);
  const nothing = spelling.readNoQuery(query);
  if (!nothing.ok) return nothing;
  const record = findRecord(house, index, kind, id);
  if (!record) return missing(kind, id);
  return { body: spelling.spellRecord(kind, dials.deviation === "list-for-object" ? [record] : record) };
};

export const createRecord: Handler = (house, visit) => {
  const kind = kindOf(visit.route);
  const spelled = spellingOf(house, kind);
  const read = spelled.readNew(visit.body);
  if (!read.ok) return read;
  let id = house.newId(kind);
  while (visit.index.exists(kind, id)) id = house.newId(kind);
  if (house.dials.deviation === "created-id-repeats") id = house.store.base.idOf(kind, repeatedOrdinal);
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
      effects: effectsOf(house, visit, { kind, id: visit.id, record: null }),
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
      effects: effectsOf(house, visit, { kind, id, record: next }),
    },
  ]);
  return { body: house.spelling.spellRecord(kind, next) };
}

/** Beyond every record of the seed. */
const repeatedOrdinal = 20_000_000;

/** A write is one effect in its index; only under a deviation is the base itself written. */
function effectsOf(
  { dials }: House,
  { index }: Visit,
  what: { kind: RecordKind; id: string; record: JsonObject | null },
): Effect[] {
  const base: Effect = { does: "change base", ...what };
  if (index.owner === null) return [base];
  const own: Effect = { does: "put record", owner: index.owner, index: index.id, ...what };
  return dials.deviation === "write-leaks" ? [own, base] : [own];
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
