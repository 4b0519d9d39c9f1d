import { z } from "zod";
import { oneOfForms } from "./request-body.ts";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { createRandom, type Random } from "#/seed/random.ts";
import { schedulesEach } from "#/seed/create-facts.ts";
import type { RecordKind, ScheduleFacts } from "#/seed/facts.ts";
import type { House } from "#/routes/handler.ts";
import { refuse, type RecordSpelling, type Read } from "#/spelling/spelling.ts";

const kind = z.enum(["practitioner", "schedule", "place", "plan"]);
const fields = z.record(z.string(), z.json());

/** Fields that the spelling does not know are meant. */
const extra = z.boolean().default(false);
const update = z.strictObject({
  type: kind,
  id: z.string(),
  set: fields.optional(),
  unset: z.array(z.string()).optional(),
  extra,
});
const removal = z.strictObject({ type: kind, id: z.string(), delete: z.literal(true) });
const creation = z.strictObject({ type: kind, create: fields, extra });

const change = oneOfForms((value) => (has(value, "delete") ? removal : has(value, "create") ? creation : update));
const oneChange = change.transform((one) => ({ changes: [one] }));
const manyChanges = z.strictObject({ changes: z.array(change).min(1).max(100_000) });
const changeForms =
  '{"type","id","set","unset"}, {"type","id","delete":true}, {"type","create"}, or {"changes":[…]} with a list of these';

export const changeList = oneOfForms((value) =>
  has(value, "changes") ? manyChanges : has(value, "type") ? oneChange : `Say what changes: ${changeForms}.`,
);

const randomDrift = z.strictObject({
  random: z.int().min(1).max(100_000),
  /** The same seed gives the same changes; without one, each call goes on from the last. */
  seed: z.union([z.string(), z.int()]).optional(),
  only: z.enum(["change", "create", "delete"]).optional(),
  /** Only these first practitioners and their schedules move; the sample roster is the first 40. */
  first: z.int().min(1).optional(),
});

export const driftBody = oneOfForms((value) =>
  has(value, "random")
    ? randomDrift
    : has(value, "changes") || has(value, "type")
      ? changeList
      : `Say what moves: ${changeForms}; or {"random":n}.`,
);

function has(value: unknown, member: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, member);
}

export type Change = z.output<typeof changeList>["changes"][number];

/** What becomes of one record: `after` is null when it goes, `before` when it is new. */
export interface Move {
  readonly kind: RecordKind;
  readonly id: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

type Reader = (kind: RecordKind, id: string) => JsonObject | undefined;

/** The moves that the changes ask for, each seeing what those before it did; values are taken as given, odd ones too. */
export function planMoves(house: House, changes: readonly Change[], read: Reader): Read<Move[]> {
  const seen = new Map<string, JsonObject | null>();
  const moves: Move[] = [];
  const at = new Date(house.now()).toISOString();
  for (const asked of changes) {
    const spelled = spellingOf(house, asked.type);
    if (!spelled) return refuse("bad_request", `This spelling has no ${asked.type} records.`, "type");
    const id = "create" in asked ? house.newId(asked.type) : asked.id;
    const key = `${asked.type} ${id}`;
    const before = seen.has(key) ? (seen.get(key) ?? undefined) : read(asked.type, id);
    if (!before && !("create" in asked)) return refuse("not_found", `There is no ${asked.type} ${id}.`, "id");
    const wrong = "delete" in asked ? undefined : wrongField(spelled.members, asked, before ?? {});
    if (wrong !== undefined) return refuse("bad_request", wrong.message, wrong.field);
    const after =
      "delete" in asked
        ? null
        : spelled.finish("create" in asked ? asJsonObject(asked.create) : changed(before ?? {}, asked), id, at);
    seen.set(key, after);
    moves.push({ kind: asked.type, id, before: before ?? null, after });
  }
  return { ok: true, value: moves };
}

export function planRandomMoves(house: House, asked: z.output<typeof randomDrift>): Move[] {
  const { facts, store, spelling } = house;
  const { base } = store;
  const random = createRandom(house.seed, "drift", asked.seed ?? `revision ${base.revision}`);
  const first = Math.min(asked.first ?? facts.practitioners, facts.practitioners);
  const at = new Date(house.now()).toISOString();
  const seen = new Map<string, JsonObject | null>();
  const moves: Move[] = [];
  for (let tries = 0; moves.length < asked.random && tries < asked.random * 50; tries++) {
    const drawn = random.chance(0.5) ? "practitioner" : "schedule";
    const practitioner = random.below(first);
    const ordinal =
      drawn === "practitioner" ? practitioner : practitioner * schedulesEach + random.below(schedulesEach);
    const place = placeThatMoves(house, asked, random, drawn === "schedule" ? facts.schedule(ordinal) : undefined);
    const kind = place === undefined ? drawn : "place";
    const id = base.idOf(kind, place ?? ordinal);
    const key = `${kind} ${id}`;
    const before = seen.has(key) ? seen.get(key) : base.read(kind, id, base.revision);
    const spelled = spelling.records[kind];
    if (!before || !spelled) continue;
    const does = asked.only ?? (kind === "place" ? "change" : whatHappens(random));
    const newId = does === "create" ? house.newId(kind) : id;
    const after =
      does === "delete"
        ? null
        : spelled.finish(does === "create" ? before : spelled.drift(before, random, facts, base.idOf), newId, at);
    seen.set(`${kind} ${newId}`, after);
    moves.push({ kind, id: newId, before: does === "create" ? null : before, after });
  }
  return moves;
}

/** Where places are records, one in four changes of a schedule is one of its place, which others may share. */
function placeThatMoves(
  { spelling }: House,
  { only = "change" }: z.output<typeof randomDrift>,
  random: Random,
  schedule: ScheduleFacts | undefined,
): number | undefined {
  if (!spelling.records.place || only !== "change" || !schedule) return undefined;
  return random.chance(0.25) ? schedule.place : undefined;
}

function whatHappens(random: Random): "change" | "create" | "delete" {
  const roll = random.below(10);
  return roll < 8 ? "change" : roll < 9 ? "create" : "delete";
}

/** A field that the service sets itself, or that no record of this spelling has. */
function wrongField(
  { known, own }: RecordSpelling<RecordKind>["members"],
  asked: Exclude<Change, { delete: true }>,
  before: JsonObject,
): { field: string; message: string } | undefined {
  const isCreation = "create" in asked;
  const named = isCreation ? Object.keys(asked.create) : [...Object.keys(asked.set ?? {}), ...(asked.unset ?? [])];
  for (const field of named) {
    if (own.has(field) && !isCreation) return { field, message: `The service sets ${field} itself.` };
    if (!asked.extra && !known.has(field) && !own.has(field) && !Object.hasOwn(before, field))
      return { field, message: `Unknown field: ${field}. If it is meant, say "extra": true.` };
  }
  return undefined;
}

function changed(
  before: JsonObject,
  { set = {}, unset = [] }: { set?: Record<string, unknown> | undefined; unset?: string[] | undefined },
): JsonObject {
  const after = { ...before, ...asJsonObject(set) };
  return Object.fromEntries(Object.entries(after).filter(([field]) => !unset.includes(field)));
}

function spellingOf(
  house: House,
  kind: RecordKind,
): Pick<RecordSpelling<RecordKind>, "finish" | "members"> | undefined {
  return house.spelling.records[kind];
}

/** The schema has checked every value to be JSON. */
function asJsonObject(fields: Record<string, unknown>): JsonObject {
  return fields as Record<string, Json>;
}

export function namesOfChanged({ before, after }: Move): string[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
