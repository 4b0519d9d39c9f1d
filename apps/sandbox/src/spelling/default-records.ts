import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "#/json.ts";
import type { PhoneFacts } from "#/seed/facts.ts";
import { readBy } from "#/spelling/body.ts";
import { refuse, type Read, type RecordSpelling, type Reference } from "#/spelling/spelling.ts";

const text = (most: number) => z.string("A text is needed.").max(most, `At most ${most} characters.`);
const name = text(1000).min(1, "Must not be empty.");
const list = <S extends z.ZodType>(element: S) =>
  z.array(element, "A list is needed.").max(500, "At most 500 entries.").nullable();
const phone = z.strictObject({
  number: text(100).min(1, "Must not be empty."),
  label: text(200).nullable().exactOptional(),
  extension: text(20).nullable().exactOptional(),
});

const practitioner = z.strictObject({
  display_name: name,
  preferred_name: text(1000).nullable().optional(),
  phone_numbers: list(phone).optional(),
  practice_areas: list(text(500)).optional(),
  languages: list(text(50)).optional(),
  npi: z
    .string("A text is needed.")
    .regex(/^\d{10}$/, "Ten digits are needed.")
    .nullable()
    .optional(),
});

const schedule = z.strictObject({
  practitioner: z.string("A practitioner id is needed.").min(1, "Must not be empty."),
  name: name,
  accepted_insurances: list(
    z.string("An insurance id is needed.").regex(/^ins_[A-Za-z0-9]+$/, "An insurance id is needed."),
  ).optional(),
  time_zone: z.string("A time zone is needed.").refine(isTimeZone, "A time zone is needed, such as America/New_York."),
  visit_reasons: list(text(500)).optional(),
});

export const defaultPractitioner: RecordSpelling<"practitioner"> = {
  write: (subject, _facts, idOf) =>
    known({
      id: idOf("practitioner", subject.ordinal),
      display_name: subject.displayName,
      preferred_name: subject.preferredName,
      phone_numbers: subject.phones && subject.phones.map(spellPhone),
      practice_areas: subject.practiceAreas && [...subject.practiceAreas],
      languages: subject.languages && [...subject.languages],
      npi: subject.npi,
      last_change: subject.changedAt,
    }),
  readNew: (body) => readRecord(practitioner, body),
  readChange: (body, current) => readPart(practitioner.partial(), body, current),
  finish,
  references: () => [],
  drift(record, random, facts) {
    const phones = isList(record["phone_numbers"]) ? record["phone_numbers"] : [];
    const [borrowed] = facts.practitioner(random.below(facts.practitioners))?.phones ?? [];
    const fresh = spellPhone(borrowed ?? { number: `(212) 555-01${10 + random.below(90)}` });
    if (random.chance(0.2))
      return { ...record, preferred_name: `Dr. ${textOf(record["display_name"]).split(" ").at(-1) ?? ""}` };
    if (phones.length > 0 && random.chance(0.5)) return { ...record, phone_numbers: [fresh, ...phones.slice(1)] };
    return { ...record, phone_numbers: [...phones, fresh] };
  },
};

export const defaultSchedule: RecordSpelling<"schedule"> = {
  write: (subject, _facts, idOf) =>
    known({
      id: idOf("schedule", subject.ordinal),
      practitioner: idOf("practitioner", subject.practitioner),
      name: subject.name,
      accepted_insurances: subject.plans && subject.plans.map((plan) => idOf("plan", plan)),
      time_zone: subject.timeZone,
      visit_reasons: subject.visitReasons && [...subject.visitReasons],
      last_change: subject.changedAt,
    }),
  readNew: (body) => readRecord(schedule, body),
  readChange: (body, current) => readPart(schedule.partial(), body, current),
  finish,
  references(record) {
    const plans = isList(record["accepted_insurances"]) ? record["accepted_insurances"] : [];
    const found: Reference[] = [{ kind: "practitioner", id: textOf(record["practitioner"]), field: "practitioner" }];
    for (const [place, plan] of plans.entries())
      found.push({ kind: "plan", id: textOf(plan), field: `accepted_insurances.${place}` });
    return found;
  },
  drift(record, random, facts, idOf) {
    const plans = isList(record["accepted_insurances"]) ? record["accepted_insurances"] : [];
    const plan = idOf("plan", random.below(facts.plans));
    const next = plans.includes(plan) ? plans.filter((other) => other !== plan) : [...plans, plan];
    return { ...record, accepted_insurances: next };
  },
};

function finish(record: JsonObject, id: string, at: string): JsonObject {
  return { ...record, id, last_change: at };
}

function spellPhone({ number, label, extension }: PhoneFacts): JsonObject {
  return known({ number, label, extension });
}

/** The entries that have a value: undefined is what the service does not send. */
function known(entries: Readonly<Record<string, Json | undefined>>): JsonObject {
  const record: JsonObject = {};
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) record[key] = value;
  return record;
}

function readRecord(schema: z.ZodType<Record<string, Json | undefined>>, body: Json): Read<JsonObject> {
  const read = readBy(schema, body);
  return read.ok ? { ok: true, value: known(read.value) } : read;
}

function readPart(
  schema: z.ZodType<Record<string, Json | undefined>>,
  body: Json,
  current: JsonObject,
): Read<JsonObject> {
  if (isJsonObject(body) && Object.keys(body).length === 0) return refuse("bad_request", "Nothing to change.");
  const read = readRecord(schema, body);
  return read.ok ? { ok: true, value: { ...current, ...read.value } } : read;
}

/** A drifted record may hold anything; what is no text then leads nowhere. */
function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function isList(value: Json | undefined): value is Json[] {
  return Array.isArray(value);
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
