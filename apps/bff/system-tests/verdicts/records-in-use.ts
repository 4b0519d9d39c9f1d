import type { RecordKey } from "@dc/contract";
import type { TestStack } from "#system-tests/test-stack.ts";

export interface Slot {
  record: RecordKey;
  field: string;
  member: string;
}

export interface Owned {
  practitionerId: string;
  scheduleIds: string[];
}

/** Gives out fields of records that nothing else uses. */
export interface RecordsInUse {
  /** A text of a record; those that are sent in one request, or read late, share a purpose. */
  text(purpose: string, needsEmpty: boolean): Slot;
  schedule(purpose: string): RecordKey;
  practitioner(purpose: string): RecordKey;
  /** The schedules to put on the roster for a purpose; each brings its practitioner. */
  rosterOf(isWanted: (purpose: string) => boolean): string[];
  practitionersOf(isWanted: (purpose: string) => boolean): Owned[];
}

export async function createRecordsInUse(
  stack: TestStack,
  { practitioners, oneFieldEach }: { practitioners: number; oneFieldEach: boolean },
): Promise<RecordsInUse> {
  const all = new Map<string, Owned>();
  for (const id of stack.app.sandbox.samples.rosterOf(practitioners).trim().split("\n").slice(1)) {
    const raw = await stack.direct({ type: "schedule", id }, stack.standardIndex);
    const practitionerId = raw?.["practitioner"];
    if (typeof practitionerId !== "string") throw new Error(`${id} names no practitioner.`);
    const owned = all.get(practitionerId) ?? { practitionerId, scheduleIds: [] };
    owned.scheduleIds.push(id);
    all.set(practitionerId, owned);
  }
  const free = [...all.values()];
  const inUse = new Map<string, Owned[]>();
  const open = new Map<string, Slot[]>();
  const rostered = new Map<Owned, Set<string>>();

  const take = (purpose: string): Owned => {
    const owned = free.shift();
    if (owned === undefined) throw new RangeError("The sandbox has too few practitioners.");
    inUse.set(purpose, [...(inUse.get(purpose) ?? []), owned]);
    rostered.set(owned, new Set(owned.scheduleIds.slice(0, 1)));
    return owned;
  };
  return {
    text(purpose, needsEmpty) {
      for (;;) {
        const slots = open.get(purpose) ?? [];
        const at = slots.findIndex(({ field }) => !needsEmpty || field === "preferredName");
        const [slot] = at < 0 ? [] : slots.splice(at, 1);
        if (slot !== undefined) return slot;
        const owned = take(purpose);
        rostered.set(owned, new Set(owned.scheduleIds));
        const practitioner = { type: "practitioner", id: owned.practitionerId };
        slots.push({ record: practitioner, field: "preferredName", member: "preferred_name" });
        if (!oneFieldEach) slots.push({ record: practitioner, field: "displayName", member: "display_name" });
        for (const id of owned.scheduleIds)
          slots.push({ record: { type: "schedule", id }, field: "name", member: "name" });
        open.set(purpose, slots);
      }
    },
    schedule: (purpose) => ({ type: "schedule", id: take(purpose).scheduleIds[0] ?? "" }),
    practitioner: (purpose) => ({ type: "practitioner", id: take(purpose).practitionerId }),
    rosterOf: (isWanted) =>
      [...inUse].flatMap(([purpose, owned]) =>
        isWanted(purpose) ? owned.flatMap((one) => [...(rostered.get(one) ?? [])]) : [],
      ),
    practitionersOf: (isWanted) => [...inUse].flatMap(([purpose, owned]) => (isWanted(purpose) ? owned : [])),
  };
}
