import type { JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { Page } from "#/spelling/messages.ts";
import { refusal } from "#/spelling/problem.ts";
import type { Index } from "#/store/indices.ts";
import type { Handler, HandlerContext } from "./handler.ts";

interface RecordPage {
  readonly records: readonly JsonObject[];
  /** Where the next page begins; null after the last one. */
  readonly next: number | null;
}

export const listRecords: Handler = (context, { route, index, id, query, path }) => {
  const { spelling } = context;
  const { operation } = route;
  if (!("kind" in operation)) throw new TypeError(`${operation.name} is not about a record`);
  const { kind } = operation;
  const parsed = spelling.parseListQuery(kind, query);
  if (!parsed.ok) return parsed;
  const { page, practitioners } = parsed.value;
  if (kind === "schedule" && practitioners === undefined && !index.exists("practitioner", id))
    return refusal("not_found", `There is no practitioner ${id} in this index.`);
  const { records, next } =
    kind === "schedule"
      ? listSchedules(context, index, practitioners ?? [id], page)
      : listAll(context, index, kind, page);
  return { body: spelling.encodeList(records, { next, size: page.size, path, query }) };
};

/** A page of the generated records that were not deleted, followed by the created ones; reads no more than the page. */
function listAll(
  { facts, store: { base } }: HandlerContext,
  index: Index,
  kind: RecordKind,
  { from, size }: Page,
): RecordPage {
  const generated = kind === "plan" ? facts.plans : facts.practitioners;
  const changed = index.changedIds(kind);
  const created = changed.filter((id) => !base.isSeeded(kind, id) && index.exists(kind, id));
  const deleted = changed
    .filter((id) => base.isSeeded(kind, id) && !index.exists(kind, id))
    .flatMap((id) => base.ordinalOf(kind, id) ?? [])
    .toSorted((a, b) => a - b);
  const total = generated - deleted.length + created.length;
  const end = Math.min(from + size, total);
  let ordinal = from;
  for (const missing of deleted) if (missing <= ordinal) ordinal += 1;
  const records: JsonObject[] = [];
  for (let remaining = end - from; remaining > 0; ordinal += 1) {
    const id = ordinal < generated ? base.idOf(kind, ordinal) : (created[ordinal - generated] ?? "");
    const record = index.read(kind, id);
    if (!record && ordinal >= generated + created.length) break;
    if (!record) continue;
    records.push(record);
    remaining -= 1;
  }
  return { records, next: end < total ? end : null };
}

function listSchedules(
  { facts, spelling, store: { base } }: HandlerContext,
  index: Index,
  practitioners: readonly string[],
  { from, size }: Page,
): RecordPage {
  const generated = practitioners
    .flatMap((practitioner) => base.ordinalOf("practitioner", practitioner) ?? [])
    .flatMap((ordinal) => facts.schedulesOf(ordinal).map((schedule) => base.idOf("schedule", schedule)));
  const isOfPractitioner = (record: JsonObject): boolean =>
    spelling.records.schedule
      ?.references(record)
      .some(({ kind, id }) => kind === "practitioner" && practitioners.includes(id)) ?? false;
  const schedules = [...new Set([...generated, ...index.changedIds("schedule")])].flatMap((id) => {
    const record = index.read("schedule", id);
    return record && isOfPractitioner(record) ? [record] : [];
  });
  const end = from + size;
  return { records: schedules.slice(from, end), next: end < schedules.length ? end : null };
}
