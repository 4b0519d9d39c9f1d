import type {
  Acceptance,
  AcceptanceList,
  BookingCheck,
  BookingCheckQuery,
  BookingRequest,
  OpenSlots,
} from "@dc/contract";
import { type Reading, recordKey } from "@dc/directory";
import type { z } from "zod";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { plansOfRecords } from "#/views/plans-of-records.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { describeRecord } from "#/views/describe-record.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { effectiveNames } from "#/records/effective-names.ts";
import { refreshRelatedComparisons } from "#/records/refresh-related.ts";
import { assignedId, isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { asksForRange, fetchOpenSlots } from "#/upstream/booking.ts";
import { bookableSide } from "./internal/bookable-side.ts";
import { type ComparedRecords, type HeldValue, heldValue, type Side } from "./internal/held-value.ts";
import { dayRange } from "./internal/day-range.ts";

/** A practitioner's name may be a day old; only the schedule has to be read now. */
const NAME_MAX_AGE_S = 86_400;

export interface BookingCheckRequest {
  indexId: string;
  scheduleId: string;
  query: z.output<typeof BookingCheckQuery>;
}

/** A schedule as a booking would find it in the standard index and in this one, read now and without patient data. */
export async function viewBookingCheck(
  context: RequestContext,
  { indexId, scheduleId: asked, query }: BookingCheckRequest,
): Promise<BookingCheck> {
  const { deps, connection } = context;
  const { service, store } = deps;
  const { standardIndex } = service.profile;
  const index = await loadIndexVersion(context, indexId);
  const id = await assignedId(store.db, { connectionId: connection.id, indexId, type: "schedule", id: asked });
  const record = { type: "schedule", id };
  const { compared, related } = await refreshRelatedComparisons(deps, {
    indexId,
    againstId: standardIndex,
    records: [record],
    maxAge: 0,
  });
  const [schedule] = compared;
  if (schedule === undefined) throw new RangeError("one record has one comparison");
  const records = [...compared, ...related];
  const all = new Map(records.map((compared) => [recordKey(compared.record), compared]));
  const side = (meaning: string, of: Side) => heldValue(deps, all, { record, meaning, side: of });
  const nameOf = await namesAmong(deps, indexId, records);
  const view = describeRecord(deps, schedule, { withRaw: false, name: nameOf(schedule) });

  const timeZone = textOf(side("timeZone", "effective")) ?? textOf(side("timeZone", "base"));
  const range = { ...dayRange(timeZone, { ...query, now: deps.clock.now() }), asked: asksForRange(service) };
  const bookable = await bookableSides(context, indexId, id);
  const slots = await slotsOf(context, { indexId, scheduleId: id, ...range });
  const lists = {
    base: side("acceptedInsurances", "base"),
    index: side("acceptedInsurances", "index"),
    effective: side("acceptedInsurances", "effective"),
  };
  const plans = acceptances(all, lists);
  const behind = new Set(plans.flatMap(({ override }) => override?.changeId ?? []));
  return {
    index: { id: index.id, name: index.label, readOnly: index.origin === "standard" },
    mode: connection.mode,
    schedule: { id, name: view.name, presence: view.comparison.presence, here: view.here, base: view.against },
    practitioner: await practitionerOf(
      context,
      indexId,
      side("practitioner", "effective") ?? side("practitioner", "base"),
    ),
    bookable,
    acceptance: {
      base: listState(lists.base),
      index: listState(lists.index),
      effective: listState(lists.effective),
      heldBy: lists.effective?.owner ?? lists.base?.owner ?? null,
      plans,
    },
    range,
    slots,
    requests: requestsOf(deps, { indexId, scheduleId: id, range, slots: slots.here }),
    plans: await plansOfRecords(deps, records),
    changes: await describeChanges(
      deps,
      store.db,
      records.flatMap(({ changes }) => changes).filter((change) => behind.has(change.id)),
    ),
  };
}

/** Whether there can be bookings here and in base, by what the service says now. */
async function bookableSides(
  { deps }: RequestContext,
  indexId: string,
  scheduleId: string,
): Promise<BookingCheck["bookable"]> {
  const { standardIndex } = deps.service.profile;
  const side = await bookableSide(deps, { indexId, scheduleId, isJustRead: true });
  if (indexId === standardIndex) return { here: side, base: side };
  return { here: side, base: await bookableSide(deps, { indexId: standardIndex, scheduleId, isJustRead: true }) };
}

async function slotsOf(
  { deps: { service } }: RequestContext,
  { indexId, scheduleId, start, end, timeZone }: BookingCheck["range"] & { indexId: string; scheduleId: string },
): Promise<BookingCheck["slots"]> {
  const not = (detail: string): OpenSlots => ({ state: "not read", code: null, detail, words: null });
  if (isProvisional({ id: scheduleId })) {
    const nothing = not("This schedule is held and not yet in the service, so it has no slots.");
    return { base: nothing, here: nothing };
  }
  if (service.profile.data.operations["listOpenSlots"] === undefined) {
    const nothing = not("The service profile has no operation for listing open slots.");
    return { base: nothing, here: nothing };
  }
  const read = async (index: string) =>
    await fetchOpenSlots(service, { scheduleId, index, from: start, to: end, timeZone });
  const { standardIndex } = service.profile;
  if (indexId === standardIndex) {
    const both = await read(indexId);
    return { base: both, here: both };
  }
  const [base, here] = await Promise.all([read(standardIndex), read(indexId)]);
  return { base, here };
}

function requestsOf(
  { service }: Deps,
  {
    indexId,
    scheduleId,
    range,
    slots,
  }: { indexId: string; scheduleId: string; range: BookingCheck["range"]; slots: OpenSlots },
): BookingRequest[] {
  const durations =
    slots.state === "read" ? [...new Set(slots.items.map(({ durationMinutes }) => durationMinutes))] : [];
  const spelled = (durationMinutes: number | null) =>
    service.client.describeBooking({
      scheduleId,
      index: indexId,
      from: range.start,
      to: range.end,
      timeZone: range.timeZone,
      durationMinutes,
    });
  const operations = ["findPatients", "createPatient", "listOpenSlots", "readSchedule"] as const;
  const first = spelled(null);
  return [
    ...operations.map((operation) => ({ operation, curl: first[operation], durationMinutes: null })),
    ...(durations.length === 0 ? [null] : durations).map((durationMinutes) => ({
      operation: "createAppointment" as const,
      curl: spelled(durationMinutes).createAppointment,
      durationMinutes,
    })),
  ];
}

function acceptances(all: ComparedRecords, lists: { readonly [side in Side]: HeldValue | null }): Acceptance[] {
  const sets = { base: membersOf(lists.base), index: membersOf(lists.index), effective: membersOf(lists.effective) };
  const owner = lists.effective === null ? undefined : all.get(recordKey(lists.effective.owner));
  const field = owner?.comparison.fields.find(({ key }) => key === lists.effective?.field);
  const overrides = new Map(
    (field?.parts ?? []).flatMap(({ key, override }) => (override === null ? [] : [[key, override]])),
  );
  const ids = new Set([...(sets.effective ?? []), ...(sets.index ?? []), ...(sets.base ?? []), ...overrides.keys()]);
  ids.delete("");
  return [...ids].map((planId) => ({
    planId,
    base: sets.base?.has(planId) ?? null,
    index: sets.index?.has(planId) ?? null,
    effective: sets.effective?.has(planId) ?? null,
    override: overrides.get(planId) ?? null,
  }));
}

function membersOf(held: HeldValue | null): ReadonlySet<string> | null {
  if (held === null) return null;
  const value = valueOf(held.reading);
  return new Set(Array.isArray(value) ? value.filter((member) => typeof member === "string") : []);
}

function listState(held: HeldValue | null): AcceptanceList {
  if (held === null) return "not read";
  if ("absent" in held.reading) return "absent";
  return Array.isArray(held.reading.value) && held.reading.value.length > 0 ? "listed" : "empty";
}

async function practitionerOf(
  { deps }: RequestContext,
  indexId: string,
  held: HeldValue | null,
): Promise<BookingCheck["practitioner"]> {
  const id = textOf(held);
  if (id === null) return null;
  const record = { type: "practitioner", id };
  await refreshReading(deps, { indexId, ...record, maxAge: NAME_MAX_AGE_S });
  const names = await effectiveNames(deps, deps.store.db, { indexId, records: [record] });
  return { id, name: names.get(recordKey(record)) ?? null };
}

function textOf(held: HeldValue | null): string | null {
  const value = held === null ? null : valueOf(held.reading);
  return typeof value === "string" && value !== "" ? value : null;
}

function valueOf(reading: Reading) {
  return "value" in reading ? reading.value : null;
}
