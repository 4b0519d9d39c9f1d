import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import type { HandlerContext } from "#/routes/handler.ts";
import { mostSchedules } from "#/seed/create-facts.ts";
import type { RecordKind, ScheduleFacts } from "#/seed/facts.ts";
import { createRandom, type Random } from "#/seed/random.ts";
import { refusal, type Result } from "#/spelling/problem.ts";
import type { RecordSpelling } from "#/spelling/spelling.ts";
import { oneOfForms } from "./request-body.ts";

const kind = z.enum(["practitioner", "schedule", "place", "plan"]);
const fields = z.record(z.string(), z.json());

/** Allows fields that no record of the spelling has. */
const extra = z.boolean().default(false);
const update = z.strictObject({
  type: kind,
  id: z.string(),
  set: fields.optional(),
  unset: z.array(z.string()).optional(),
  extra,
});
const deletion = z.strictObject({ type: kind, id: z.string(), delete: z.literal(true) });
const creation = z.strictObject({ type: kind, create: fields, extra });

const change = oneOfForms((value) => (has(value, "delete") ? deletion : has(value, "create") ? creation : update));
const singleChange = change.transform((requested) => ({ changes: [requested] }));
const severalChanges = z.strictObject({ changes: z.array(change).min(1).max(100_000) });
const changeForms =
  '{"type","id","set","unset"}, {"type","id","delete":true}, {"type","create"}, or {"changes":[…]} with a list of these';

export const changesBody = oneOfForms((value) =>
  has(value, "changes") ? severalChanges : has(value, "type") ? singleChange : `Expected ${changeForms}.`,
);

const randomDrift = z.strictObject({
  random: z.int().min(1).max(100_000),
  /** The same seed gives the same changes; without one, each call continues from the last. */
  seed: z.union([z.string(), z.int()]).optional(),
  only: z.enum(["change", "create", "delete"]).optional(),
  /** Limits the changes to so many first practitioners and their schedules; the sample roster is the first 40. */
  first: z.int().min(1).optional(),
});

export const driftBody = oneOfForms((value) =>
  has(value, "random")
    ? randomDrift
    : has(value, "changes") || has(value, "type")
      ? changesBody
      : `Expected ${changeForms}; or {"random":n}.`,
);

function has(value: unknown, member: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, member);
}

type RequestedChange = z.output<typeof changesBody>["changes"][number];
type RandomDrift = z.output<typeof randomDrift>;

/** One record before and after: `before` is null when it is created, `after` when it is deleted. */
export interface RecordChange {
  readonly kind: RecordKind;
  readonly id: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** The members that the change names; absent when it creates or deletes the record. */
  readonly members?: readonly string[];
}

/** What requested changes do to the records. Each change sees those before it, and any JSON value is accepted. */
export function planChanges(
  context: HandlerContext,
  requested: readonly RequestedChange[],
  read: (kind: RecordKind, id: string) => JsonObject | undefined,
): Result<RecordChange[]> {
  const latest = new Map<string, JsonObject | null>();
  const planned: RecordChange[] = [];
  const now = new Date(context.now()).toISOString();
  for (const wanted of requested) {
    const { type } = wanted;
    const spelling = recordSpelling(context, type);
    if (!spelling) return refusal("bad_request", `This spelling has no ${type} records.`, "type");
    const id = "create" in wanted ? context.newId(type) : wanted.id;
    const key = `${type} ${id}`;
    const before = latest.has(key) ? (latest.get(key) ?? undefined) : read(type, id);
    if (!before && !("create" in wanted)) return refusal("not_found", `There is no ${type} ${id}.`, "id");
    const problem = "delete" in wanted ? undefined : fieldProblem(spelling.members, wanted, before ?? {});
    if (problem) return refusal("bad_request", problem.message, problem.field);
    const after = "delete" in wanted ? null : spelling.complete(contentAfter(wanted, before ?? {}), id, now);
    latest.set(key, after);
    const members = "set" in wanted || "unset" in wanted ? membersIn(wanted) : undefined;
    planned.push({ kind: type, id, before: before ?? null, after, ...(members === undefined ? {} : { members }) });
  }
  return { ok: true, value: planned };
}

/** Draws changes of the base: mostly changed records, sometimes created or deleted ones. */
export function planRandomChanges(context: HandlerContext, drift: RandomDrift): RecordChange[] {
  const { facts, store, spelling } = context;
  const { base } = store;
  const random = createRandom(context.seed, "drift", drift.seed ?? `revision ${base.revision}`);
  const practitioners = Math.min(drift.first ?? facts.practitioners, facts.practitioners);
  const now = new Date(context.now()).toISOString();
  const latest = new Map<string, JsonObject | null>();
  const planned: RecordChange[] = [];
  for (let tries = 0; planned.length < drift.random && tries < drift.random * 50; tries++) {
    const target = drawRecord(context, drift, random, practitioners);
    const id = base.idOf(target.kind, target.ordinal);
    const key = `${target.kind} ${id}`;
    const before = latest.has(key) ? latest.get(key) : base.read(target.kind, id, base.revision);
    const record = spelling.records[target.kind];
    if (!before || !record) continue;
    const action = drift.only ?? (target.kind === "place" ? "change" : drawAction(random));
    const nextId = action === "create" ? context.newId(target.kind) : id;
    const content = action === "change" ? record.drift(before, random, facts, base.idOf) : before;
    const after = action === "delete" ? null : record.complete(content, nextId, now);
    latest.set(`${target.kind} ${nextId}`, after);
    planned.push({ kind: target.kind, id: nextId, before: action === "create" ? null : before, after });
  }
  return planned;
}

function drawRecord(
  context: HandlerContext,
  drift: RandomDrift,
  random: Random,
  practitioners: number,
): { kind: RecordKind; ordinal: number } {
  const drawn = random.chance(0.5) ? "practitioner" : "schedule";
  const practitioner = random.below(practitioners);
  if (drawn === "practitioner") return { kind: drawn, ordinal: practitioner };
  const schedule = practitioner * mostSchedules + random.below(mostSchedules);
  const place = drawPlace(context, drift, random, context.facts.schedule(schedule));
  return place === undefined ? { kind: drawn, ordinal: schedule } : { kind: "place", ordinal: place };
}

/** Where places are records, one in four changes of a schedule is a change of its place, which others may share. */
function drawPlace(
  { spelling }: HandlerContext,
  { only = "change" }: RandomDrift,
  random: Random,
  schedule: ScheduleFacts | undefined,
): number | undefined {
  if (!spelling.records.place || only !== "change" || !schedule) return undefined;
  return random.chance(0.25) ? schedule.place : undefined;
}

function drawAction(random: Random): "change" | "create" | "delete" {
  const roll = random.below(10);
  return roll < 8 ? "change" : roll < 9 ? "create" : "delete";
}

/** Refuses a field that the service sets itself, and an unknown one unless it is marked as extra. */
function fieldProblem(
  { writable, managed }: RecordSpelling<RecordKind>["members"],
  requested: Exclude<RequestedChange, { delete: true }>,
  before: JsonObject,
): { field: string; message: string } | undefined {
  const isCreation = "create" in requested;
  const names = isCreation
    ? Object.keys(requested.create)
    : [...Object.keys(requested.set ?? {}), ...(requested.unset ?? [])];
  for (const field of names) {
    if (managed.has(field) && !isCreation) return { field, message: `The service sets ${field} itself.` };
    if (!requested.extra && !writable.has(field) && !managed.has(field) && !Object.hasOwn(before, field))
      return { field, message: `Unknown field: ${field}. To use it nevertheless, pass "extra": true.` };
  }
  return undefined;
}

function contentAfter(requested: Exclude<RequestedChange, { delete: true }>, before: JsonObject): JsonObject {
  if ("create" in requested) return asJsonObject(requested.create);
  const { set = {}, unset = [] } = requested;
  const after = { ...before, ...asJsonObject(set) };
  return Object.fromEntries(Object.entries(after).filter(([field]) => !unset.includes(field)));
}

function membersIn({ set = {}, unset = [] }: { set?: object | undefined; unset?: string[] | undefined }): string[] {
  return [...Object.keys(set), ...unset];
}

function recordSpelling(
  { spelling }: HandlerContext,
  type: RecordKind,
): Pick<RecordSpelling<RecordKind>, "complete" | "members"> | undefined {
  return spelling.records[type];
}

/** The schema has checked that every value is JSON. */
function asJsonObject(checked: Record<string, unknown>): JsonObject {
  return checked as Record<string, Json>;
}

export function changedFields({ before, after }: RecordChange): string[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
