import type { ServiceRecord } from "./service-calls.ts";
import type { RecordKey } from "./service-spelling.ts";
import type { TestStack } from "./test-stack.ts";

/** A practitioner of the sample roster; its ids depend on the spelling. */
export interface SamplePractitioner {
  id: string;
  record: RecordKey;
  name: string;
  schedules: SampleSchedule[];
}

/** A schedule, and the records that hold its name and its phones, which depend on the spelling. */
export interface SampleSchedule {
  record: RecordKey;
  name: string;
  /** The schedule, or a record that it shares with others. */
  nameRecord: RecordKey;
  /** The practitioner, the schedule, or a record that the schedule shares with others. */
  phonesRecord: RecordKey;
}

/** The schedule with this name, or of a place with this name; throws if the sample has none. */
export function scheduleNamed({ schedules }: SamplePractitioner, name: string): SampleSchedule {
  const match = schedules.find((schedule) => schedule.name === name || schedule.name.endsWith(` at ${name}`));
  if (match === undefined) throw new Error(`The sample has changed: there is no schedule ${name}.`);
  return match;
}

/** The plans of the sample catalogue, except for lines with quoted values, which this simple reader cannot split. */
export async function samplePlans(stack: TestStack): Promise<{ id: string; name: string }[]> {
  const csv = String(await stack.control("GET", "/samples/plans.csv"));
  return csv
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [, id, name] = /^([^,"]+),[^,"]+,([^,"]+),/.exec(line) ?? [];
      return id === undefined || name === undefined ? [] : [{ id, name }];
    });
}

export async function sampleRoster(stack: TestStack): Promise<string> {
  return String(await stack.control("GET", "/samples/roster.csv"));
}

/** Finds a practitioner of the sample roster by its full name, however the service keeps it; throws if there is none. */
export async function findPractitioner(stack: TestStack, name: string): Promise<SamplePractitioner> {
  const scheduleIds = (await sampleRoster(stack)).trim().split("\n").slice(1);
  const read = new Map<string, SamplePractitioner>();
  for (const id of scheduleIds) {
    const schedule = await stack.service.read({ type: "schedule", id });
    const practitionerId = schedule.reference("practitioner");
    const record = { type: "practitioner", id: practitionerId };
    const known = read.get(practitionerId);
    const practitioner = known ?? {
      id: practitionerId,
      record,
      name: (await stack.service.read(record)).text("displayName") ?? "",
      schedules: [],
    };
    // The roster lists a practitioner's schedules one after the other.
    if (known === undefined && [...read.values()].some((practitioner) => practitioner.schedules.length > 0)) break;
    read.set(practitionerId, practitioner);
    if (isCalled(stack, practitioner.name, name))
      practitioner.schedules.push(await readSchedule(stack, practitioner, schedule));
  }
  const match = [...read.values()].find((practitioner) => practitioner.schedules.length > 0);
  if (match === undefined) throw new Error(`The sample has changed: nobody on its roster is called ${name}.`);
  return match;
}

/** Whether this is the person of that full name; a name in parts has its words in another order, and another suffix. */
function isCalled({ spelling }: TestStack, name: string, fullName: string): boolean {
  if (spelling.ownsField("practitioner", "displayName")) return name === fullName;
  const wordsOf = (text: string) => text.split(/[ ,()]+/).filter((word) => word !== "");
  const [words, full] = [wordsOf(name), wordsOf(fullName.replace(/,[^,]*$/, ""))];
  return full.every((word) => words.includes(word)) && words.length <= full.length + 2;
}

async function readSchedule(
  stack: TestStack,
  practitioner: SamplePractitioner,
  schedule: ServiceRecord,
): Promise<SampleSchedule> {
  const isOfPlace = stack.spelling.partsOf("schedule", "name").includes("place.name");
  const named = isOfPlace
    ? await stack.service.read({ type: "place", id: schedule.reference("place") })
    : await readHolder(stack, schedule, "name");
  const ownName = named.text("name") ?? schedule.record.id;
  const phonesRecord = stack.spelling.ownsField("practitioner", "phones")
    ? practitioner.record
    : (await readHolder(stack, schedule, "phones")).record;
  return {
    record: schedule.record,
    name: isOfPlace ? `${practitioner.name} at ${ownName}` : ownName,
    nameRecord: named.record,
    phonesRecord,
  };
}

/** The record that holds a value of a schedule: the schedule, or the record at the end of the profile's references. */
async function readHolder(stack: TestStack, schedule: ServiceRecord, name: string): Promise<ServiceRecord> {
  let holder = schedule;
  for (const reference of stack.spelling.meaning("schedule", name)?.via ?? []) {
    const type = stack.spelling.meaning(holder.record.type, reference)?.to ?? reference;
    holder = await stack.service.read({ type, id: holder.reference(reference) });
  }
  return holder;
}
