import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { objectAt, textAt, valueAt, type Path } from "#/json/path.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import { endpointSection, requireRoute, type PageContext } from "./endpoint-section.ts";
import { code, codes, dotted, table } from "./markdown.ts";

const day = 24 * 60 * 60 * 1000;

/** Open slots, patients and appointments; the example of each step uses the responses of the steps before it. */
export async function bookingChapters(
  context: PageContext,
  { schedule, insurance }: { schedule: string; insurance: string },
): Promise<string[]> {
  const slots = await slotsChapter(context, schedule);
  const patients = await patientsChapter(context, insurance);
  const appointments = await appointmentsChapter(context, { schedule, slot: slots.slot, patient: patients.id });
  return [...slots.sections, ...patients.sections, ...appointments];
}

const timeWords = {
  instant: {
    from: "the earliest start of a slot, such as `2026-11-23T14:00:00.000Z`",
    to: "the time before which a slot starts",
  },
  date: { from: "the first day, such as `2026-11-23`", to: "the day before which a slot starts" },
  seconds: {
    from: "the earliest start of a slot, in seconds since 1970, such as `1795442400`",
    to: "the time before which a slot starts",
  },
  milliseconds: {
    from: "the earliest start of a slot, in milliseconds since 1970, such as `1795442400000`",
    to: "the time before which a slot starts",
  },
} as const;

type Times = Dialect["slots"]["times"];

function timeKind(times: Times): keyof typeof timeWords {
  return times === "instant" || times === "seconds" || times === "milliseconds" ? times : "date";
}

function zoneWords(times: Times): string {
  if (timeKind(times) !== "date") return "";
  const zone = times.slice("date@".length);
  return zone === "" ? ", in the time zone of the schedule" : `, in the time zone ${code(zone)}`;
}

function writtenTime(times: Times, time: number): string {
  if (times === "instant") return new Date(time).toISOString();
  if (times === "milliseconds") return String(time);
  return times === "seconds" ? String(time / 1000) : new Date(time).toISOString().slice(0, 10);
}

async function slotsChapter(context: PageContext, schedule: string): Promise<{ sections: string[]; slot: JsonObject }> {
  const { dialect, now } = context;
  const { slots, paging, envelope } = dialect;
  const route = requireRoute(context, "slots.list");
  const size = paging.style === "none" ? [] : [[paging.sizeQuery, "2"]];
  const requestFrom = (from: number) => ({
    method: route.method,
    path: `${route.path.replace("{id}", schedule)}?${new URLSearchParams([
      ...(slots.scheduleQuery === null ? [] : [[slots.scheduleQuery, schedule]]),
      [slots.from, writtenTime(slots.times, from)],
      [slots.to, writtenTime(slots.times, from + day)],
      ...size,
    ]).toString()}`,
  });
  const firstIn = (body: Json): JsonObject | undefined => {
    const list = valueAt(body, envelope.list);
    const [slot] = Array.isArray(list) ? list : [];
    return isJsonObject(slot) ? slot : undefined;
  };
  let from = (Math.floor(now() / day) + 1) * day;
  for (let tries = 14; tries > 0 && !firstIn((await context.send(requestFrom(from))).body); tries -= 1) from += day;
  const { section, body } = await endpointSection(context, route, {
    title: "List the open slots of a schedule",
    paragraphs: [
      table(
        ["Query parameter", "", "Value"],
        [
          ...(slots.scheduleQuery === null ? [] : [[code(slots.scheduleQuery), "required", "the id of the schedule"]]),
          [code(slots.from), "required", `${timeWords[timeKind(slots.times)].from}${zoneWords(slots.times)}`],
          [
            code(slots.to),
            "required",
            `${timeWords[timeKind(slots.times)].to}, at most 62 days after ${code(slots.from)}`,
          ],
        ],
      ),
      `Slots that are taken or have already begun are not listed.${paging.style === "none" ? "" : " The list is paged."}`,
      table(
        ["Field of a slot", "Type", "Description"],
        [
          [field(slots.startAt), "string", "the start, in ISO 8601 and UTC with milliseconds"],
          [field(slots.duration), durationType(dialect), `the duration in ${slots.unit}`],
        ],
      ),
    ],
    example: requestFrom(from),
  });
  const slot = firstIn(body);
  if (!slot) throw new Error(`${schedule} has no open slot that an example could book`);
  return { sections: ["## Open slots", section], slot };
}

async function patientsChapter(context: PageContext, insurance: string): Promise<{ sections: string[]; id: string }> {
  const { patients, envelope } = context.dialect;
  const create = requireRoute(context, "patient.create");
  const find = requireRoute(context, "patient.find");
  const required = [patients.firstName, patients.lastName, patients.dob, patients.insurance];
  const created = await endpointSection(context, create, {
    title: "Create a patient",
    paragraphs: [`Required: ${codes(required.map(dotted))}. The response is the patient with the new id.`],
    example: {
      method: create.method,
      path: create.path,
      body: objectAt([
        [[...envelope.request, ...patients.firstName], "Aoife"],
        [[...envelope.request, ...patients.lastName], "Example"],
        [[...envelope.request, ...patients.dob], "1980-02-29"],
        [[...envelope.request, ...patients.insurance], insurance],
      ]),
    },
  });
  const query = new URLSearchParams([
    [patients.dobQuery, "1980-02-29"],
    [patients.nameQuery, "Aoife Example"],
  ]).toString();
  const endpoint = await endpointSection(context, find, {
    title: "Find a patient",
    paragraphs: [
      `Both query parameters are required: ${code(patients.dobQuery)}, the date of birth as YYYY-MM-DD, and ${code(patients.nameQuery)}, the full name with the first name first. The response lists all your patients with this date of birth and name; it is not paged.`,
    ],
    example: { method: find.method, path: `${find.path}?${query}` },
  });
  return {
    sections: [
      "## Patients",
      table(
        ["Field", "Type", "Description"],
        [
          [field(patients.id), "string", "the id"],
          [field(patients.firstName), "string", "the first name"],
          [field(patients.lastName), "string", "the last name"],
          [field(patients.dob), "string", "the date of birth, as YYYY-MM-DD"],
          [
            field(patients.insurance),
            "string",
            `the id of the patient's insurance${patients.isInsuranceMixed === true && patients.insurance.length > 1 ? `; in responses ${field(patients.insurance.slice(0, 1))} can be the id itself instead of an object with it` : ""}`,
          ],
        ],
      ),
      created.section,
      endpoint.section,
    ],
    id: textAt(created.body, [...envelope.resource, ...patients.id]),
  };
}

async function appointmentsChapter(
  context: PageContext,
  { schedule, slot, patient }: { schedule: string; slot: JsonObject; patient: string },
): Promise<string[]> {
  const { dialect } = context;
  const { appointments, slots, envelope } = dialect;
  const { booked, simulated } = appointments.statusValues;
  const create = requireRoute(context, "appointment.create");
  const content: readonly (readonly [Path, Json])[] = [
    [appointments.schedule, schedule],
    [appointments.patient, patient],
    [appointments.startAt, valueAt(slot, slots.startAt) ?? null],
    [appointments.duration, valueAt(slot, slots.duration) ?? null],
  ];
  const { section } = await endpointSection(context, create, {
    title: "Book an appointment",
    paragraphs: [
      `Required: ${codes(content.map(([path]) => dotted(path)))}. The start and the duration must be those of an open slot. The service does not check whether the schedule accepts the patient's insurance: check this before you book.`,
      ...(Object.values(dialect.records).some(({ bookable }) => bookable !== undefined)
        ? [
            `A schedule that takes no bookings, or whose practitioner takes none, ${slots.listsClosed === true ? "may have open slots, but" : "has no open slots, and"} is refused with ${code(dialect.errors.codes.not_bookable)}.`,
          ]
        : []),
    ],
    example: {
      method: create.method,
      path: create.path,
      body: objectAt(content.map(([path, value]) => [[...envelope.request, ...path], value])),
    },
  });
  return [
    "## Appointments",
    table(
      ["Field", "Type", "Description"],
      [
        [field(appointments.id), "string", "the id"],
        [field(appointments.schedule), "string", "the id of the schedule"],
        [field(appointments.patient), "string", "the id of the patient"],
        [field(appointments.startAt), "string", "the start"],
        [field(appointments.duration), durationType(dialect), `the duration in ${slots.unit}`],
        [
          field(appointments.status),
          "string",
          `${code(booked)}; with a test key ${code(simulated)}, which means that nothing was booked`,
        ],
      ],
    ),
    section,
  ];
}

function field(path: Path): string {
  return code(dotted(path));
}

function durationType({ slots }: Dialect): string {
  return slots.as === "number" ? "integer" : "string of digits";
}
