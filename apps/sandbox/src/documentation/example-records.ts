import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { textAt, valueAt } from "#/json/path.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { closedReason } from "#/spelling/bookable.ts";
import { collectionPath, idIn, isPhoneObject, type Dialect, type PhoneForm } from "#/spelling/dialect.ts";
import type { PageContext } from "./endpoint-section.ts";

export interface ExampleRecord {
  readonly id: string;
  /** As the service returns it. */
  readonly record: JsonObject;
}

export type ExampleRecords = Partial<Readonly<Record<RecordKind, ExampleRecord>>>;

type Reader = (kind: RecordKind, id: string) => Promise<JsonObject | undefined>;

/** Chooses the schedule that shows the most fields in the shortest text, with the records that it refers to. */
export async function chooseExampleRecords(
  { dialect, send }: Pick<PageContext, "dialect" | "send">,
  schedules: readonly string[],
): Promise<ExampleRecords> {
  const read = createReader(dialect, send);
  let best: { records: ExampleRecords; fields: number; length: number } | undefined;
  for (const id of schedules) {
    const schedule = await read("schedule", id);
    if (!schedule) continue;
    const practitioner = await readReferenced(dialect, read, schedule, "practitioner");
    const { practitioner: ofPractitioner, schedule: ofSchedule } = dialect.records;
    // The examples book a slot of it.
    if (closedReason(ofSchedule, schedule) ?? (practitioner && closedReason(ofPractitioner, practitioner.record)))
      continue;
    const place = await readReferenced(dialect, read, schedule, "place");
    const plan = await readReferenced(dialect, read, schedule, "plans");
    const records: ExampleRecords = {
      schedule: { id, record: schedule },
      ...(practitioner && { practitioner }),
      ...(place && { place }),
      ...(plan && { plan }),
    };
    const fields = (["practitioner", "schedule", "place", "plan"] as const).reduce(
      (sum, kind) => sum + countFields(dialect, kind, records[kind]?.record),
      0,
    );
    const { length } = JSON.stringify(records);
    if (!isFoundByAll(dialect, practitioner?.record)) continue;
    if (!best || fields > best.fields || (fields === best.fields && length < best.length))
      best = { records, fields, length };
  }
  if (!best) throw new Error("there is no schedule for the examples");
  return best.records;
}

/** True for a practitioner who has a value for each look-up, so that each can show them. */
function isFoundByAll({ lookUps, records }: Dialect, practitioner: JsonObject | undefined): boolean {
  return lookUps.every(({ fact }) => {
    const field = records.practitioner.fields.find((field) => field.fact === fact);
    return field === undefined || textAt(practitioner, field.at) !== "";
  });
}

/** Reads records from the service, each once. */
function createReader(dialect: Dialect, send: PageContext["send"]): Reader {
  const known = new Map<string, JsonObject | undefined>();
  return async (kind, id) => {
    const key = `${kind} ${id}`;
    if (!dialect.records[kind] || known.has(key)) return known.get(key);
    const { status, body } = await send({ method: "GET", path: `${collectionPath(dialect, kind)}/${id}` });
    const value = valueAt(body, dialect.envelope.resource);
    const record = status === dialect.readStatus && isJsonObject(value) ? value : undefined;
    known.set(key, record);
    return record;
  };
}

async function readReferenced(
  dialect: Dialect,
  read: Reader,
  schedule: JsonObject,
  fact: "practitioner" | "place" | "plans",
): Promise<ExampleRecord | undefined> {
  const field = dialect.records.schedule.fields.find((field) => field.fact === fact);
  if (!field) return undefined;
  const value = valueAt(schedule, field.at);
  const id = textAt(idIn(Array.isArray(value) ? value[0] : value, field), []);
  const record = id === "" ? undefined : await read(fact === "plans" ? "plan" : fact, id);
  return record && { id, record };
}

/** How many fields of a record have a value; an extension and a label of a phone count as well. */
function countFields(dialect: Dialect, kind: RecordKind, record: JsonObject | undefined): number {
  return (dialect.records[kind]?.fields ?? []).reduce((sum, { at, phones }) => {
    const value = valueAt(record, at);
    const isEmpty =
      value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return isEmpty ? sum : sum + 1 + (phones ? countPhoneParts(value, phones) : 0);
  }, 0);
}

function countPhoneParts(value: Json, form: PhoneForm): number {
  const hasMember = (name: string): boolean =>
    (Array.isArray(value) ? value : [value]).some((entry) => textAt(entry, [name]) !== "");
  const hasMark = (mark: string): boolean => JSON.stringify(value).includes(` ${mark} `);
  if (!isPhoneObject(form)) return Number(hasMark(form.mark));
  const { extension, label } = form;
  const hasExtension = typeof extension === "string" ? hasMember(extension) : hasMark(extension.mark);
  return Number(hasExtension) + Number(label !== null && hasMember(label));
}
