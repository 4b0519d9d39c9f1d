import type { Bookable, BookableSide } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { refreshReading } from "#/records/refresh-readings.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { bookableMeaning, saidBy } from "#/upstream/records/bookable.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { practitionerField } from "#/upstream/records/to-domain.ts";

/**
 * Whether a schedule and its practitioner can be booked in one index. Only what the profile says something of is read, and
 * read now, but for a schedule that the caller has just read.
 */
export async function bookableSide(
  deps: Deps,
  { indexId, scheduleId, isJustRead }: { indexId: string; scheduleId: string; isJustRead: boolean },
): Promise<BookableSide> {
  const { profile } = deps.service;
  const schedule = { type: "schedule", id: scheduleId };
  if (isProvisional(schedule)) return { schedule: null, practitioner: null };
  const rawOf = async (record: RecordKey) => {
    const maxAge = isJustRead && record === schedule ? "any" : 0;
    return (await refreshReading(deps, { indexId, ...record, maxAge })).raw;
  };
  const referredTo = async (record: RecordKey, field: string): Promise<RecordKey | null> => {
    const raw = await rawOf(record);
    const type = profile.meanings(record.type).find(({ name }) => name === field)?.of ?? null;
    const reading = fieldReading(profile, record.type, raw, field);
    const id = "value" in reading ? reading.value : null;
    return type === null || typeof id !== "string" ? null : { type, id };
  };
  const bookableOf = async (record: RecordKey): Promise<Bookable | null> => {
    const meaning = bookableMeaning(profile, record.type);
    if (meaning === null) return null;
    let holder: RecordKey | null = record;
    for (const step of meaning.via) holder = holder === null ? null : await referredTo(holder, step);
    if (holder === null) return null;
    const raw = await rawOf(holder);
    return saidBy(meaning, fieldReading(profile, holder.type, raw, meaning.owner.meaning));
  };
  const reference = bookableMeaning(profile, "practitioner") === null ? null : practitionerField(profile, "schedule");
  const practitioner = reference === null ? null : await referredTo(schedule, reference);
  return {
    schedule: await bookableOf(schedule),
    practitioner: practitioner === null ? null : await bookableOf(practitioner),
  };
}

/** Why there can be no bookings, in a sentence; null where there can be, or nothing says so. */
export function closedText({ schedule, practitioner }: BookableSide): string | null {
  const text = (who: string, { reasons }: Bookable) =>
    `${who} cannot be booked${reasons.length === 0 ? "" : `: ${reasons.join(", ")}`}.`;
  if (schedule?.bookable === false) return text("This schedule", schedule);
  return practitioner?.bookable === false ? text("The practitioner of this schedule", practitioner) : null;
}
