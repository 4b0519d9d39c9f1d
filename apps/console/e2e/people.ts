import type { Locator, Page } from "@playwright/test";
import type { House } from "./house.ts";
import type { Answer } from "./service-calls.ts";
import type { RecordKey } from "./wire.ts";

/** A practitioner of the sample roster whom a journey is about, whatever ids this spelling gives. */
export interface Person {
  id: string;
  record: RecordKey;
  name: string;
  schedules: Spot[];
}

/** A schedule, with the name by which people know it and the record that has its phones. */
export interface Spot {
  record: RecordKey;
  name: string;
  /** The schedule, or what it shares with others. */
  naming: RecordKey;
  /** The practitioner, the schedule, or what the schedule shares with others. */
  phones: RecordKey;
}

/** The row of a number on a practitioner's page, in the list of the record that has it. */
export function phoneRow(page: Page, { phones, name }: Spot, number: string): Locator {
  const heading = phones.type === "practitioner" ? "Phones" : `Phones of ${name}`;
  return page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: heading, exact: true }) })
    .last()
    .getByRole("listitem")
    .filter({ hasText: number });
}

/** The schedule of this name; throws when the seed has no such one. */
export function spotNamed({ schedules }: Person, name: string): Spot {
  const found = schedules.find((spot) => spot.name === name);
  if (found === undefined) throw new Error(`The seed has changed: there is no schedule ${name}.`);
  return found;
}

/** The plans of the sample catalogue that have a name without marks. */
export async function samplePlans(house: House): Promise<{ id: string; name: string }[]> {
  const csv = String(await house.control("GET", "/samples/plans.csv"));
  return csv
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [, id, name] = /^([^,"]+),[^,"]+,([^,"]+),/.exec(line) ?? [];
      return id === undefined || name === undefined ? [] : [{ id, name }];
    });
}

/** Looks a practitioner up by name, as the service says it in the standard index. */
export async function personNamed(house: House, name: string): Promise<Person> {
  const rows = String(await house.control("GET", "/samples/roster.csv"))
    .trim()
    .split("\n")
    .slice(1);
  const seen = new Map<string, Person>();
  for (const id of rows) {
    const schedule = await house.service.read({ type: "schedule", id });
    const practitionerId = schedule.reference("practitioner");
    const record = { type: "practitioner", id: practitionerId };
    const known = seen.get(practitionerId);
    const person = known ?? {
      id: practitionerId,
      record,
      name: (await house.service.read(record)).text("displayName") ?? "",
      schedules: [],
    };
    if (known === undefined && [...seen.values()].some((one) => one.name === name)) break;
    seen.set(practitionerId, person);
    if (person.name === name) person.schedules.push(await spotOf(house, person, schedule));
  }
  const found = [...seen.values()].find((one) => one.name === name);
  if (found === undefined) throw new Error(`The seed has changed: nobody on the sample roster is called ${name}.`);
  return found;
}

async function spotOf(house: House, person: Person, schedule: Answer): Promise<Spot> {
  const named = await holderOf(house, schedule, "name");
  const phones = house.wire.holds("practitioner", "phones")
    ? person.record
    : (await holderOf(house, schedule, "phones")).record;
  return { record: schedule.record, name: named.text("name") ?? schedule.record.id, naming: named.record, phones };
}

/** The record that has a value of a schedule: itself, or the one at the end of the chain that the profile gives. */
async function holderOf(house: House, schedule: Answer, name: string): Promise<Answer> {
  let here = schedule;
  for (const step of house.wire.meaning("schedule", name)?.via ?? []) {
    const to = house.wire.meaning(here.record.type, step)?.to ?? step;
    here = await house.service.read({ type: to, id: here.reference(step) });
  }
  return here;
}
