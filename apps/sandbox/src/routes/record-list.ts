import { fail, type Handler, type House } from "./handler.ts";
import type { JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { ListQuery } from "#/spelling/spelling.ts";
import type { Index } from "#/store/indices.ts";

interface Part {
  readonly records: readonly JsonObject[];
  readonly next: number | null;
}

export const listRecords: Handler = (house, { route, index, id, query, path }) => {
  const { operation } = route;
  if (!("kind" in operation)) throw new TypeError(`${operation.name} is not about a record`);
  const read = house.spelling.readListQuery(operation.kind, query);
  if (!read.ok) return read;
  const { page } = read.value;
  const practitioner = read.value.practitioner ?? id;
  if (operation.kind === "schedule" && read.value.practitioner === undefined && !index.exists("practitioner", id))
    return fail("not_found", `There is no practitioner ${id} in this index.`);
  const { records, next } =
    operation.kind === "schedule"
      ? schedulesOf(house, index, practitioner, page)
      : allOf(house, index, operation.kind, page);
  return { body: house.spelling.spellList(records, { next, size: page.size, path, query }) };
};

/** Finds the page among the seed's ordinals, less what was deleted, and then among what was made since; it never holds more than the page. */
function allOf(
  { facts, store: { base } }: House,
  index: Index,
  kind: RecordKind,
  { from, size }: ListQuery["page"],
): Part {
  const seeded = kind === "plan" ? facts.plans : facts.practitioners;
  const changed = index.changedIds(kind);
  const created = changed.filter((id) => !base.isSeeded(kind, id) && index.exists(kind, id));
  const gone = changed
    .filter((id) => base.isSeeded(kind, id) && !index.exists(kind, id))
    .flatMap((id) => base.ordinalOf(kind, id) ?? [])
    .toSorted((a, b) => a - b);
  const total = seeded - gone.length + created.length;
  const end = Math.min(from + size, total);
  let ordinal = from;
  for (const missing of gone) if (missing <= ordinal) ordinal += 1;
  const records: JsonObject[] = [];
  for (let left = end - from; left > 0; ordinal += 1) {
    const record = index.read(kind, ordinal < seeded ? base.idOf(kind, ordinal) : (created[ordinal - seeded] ?? ""));
    if (!record && ordinal >= seeded + created.length) break;
    if (!record) continue;
    records.push(record);
    left -= 1;
  }
  return { records, next: end < total ? end : null };
}

function schedulesOf(
  { facts, spelling, store: { base } }: House,
  index: Index,
  practitioner: string,
  { from, size }: ListQuery["page"],
): Part {
  const ordinal = base.ordinalOf("practitioner", practitioner);
  const seeded = ordinal === undefined ? [] : facts.schedulesOf(ordinal).map((own) => base.idOf("schedule", own));
  const found = [...new Set([...seeded, ...index.changedIds("schedule")])].flatMap((id) => {
    const record = index.read("schedule", id);
    const isTheirs =
      record &&
      spelling.records.schedule?.references(record).some((to) => to.kind === "practitioner" && to.id === practitioner);
    return record && isTheirs ? [record] : [];
  });
  const end = from + size;
  return { records: found.slice(from, end), next: end < found.length ? end : null };
}
