import { code, codes, dotted, table } from "./markdown.ts";
import { endpoint, routeOf, type Writer } from "./writer.ts";
import type { Json, JsonObject } from "#/json/json.ts";
import { isJsonObject } from "#/json/json.ts";
import type { Dialect } from "#/spelling/dialect.ts";
import { objectAt, textAt, valueAt, type Path } from "#/json/path.ts";
import type { RouteSpelling } from "#/spelling/spelling.ts";

const day = 24 * 60 * 60 * 1000;

/** Open slots, patients and appointments: the way of a booking, each step with what the one before it answered. */
export async function bookingChapters(
  writer: Writer,
  { routes, schedule, insurance }: { routes: readonly RouteSpelling[]; schedule: string; insurance: string },
): Promise<string[]> {
  const slots = await slotsChapter(writer, routes, schedule);
  const patients = await patientsChapter(writer, routes, insurance);
  const appointments = await appointmentsChapter(writer, routes, { schedule, slot: slots.slot, patient: patients.id });
  return [...slots.sections, ...patients.sections, ...appointments];
}

function member(at: Path): string {
  return code(dotted(at));
}

function durationType({ slots }: Dialect): string {
  return slots.as === "number" ? "whole number" : "text of digits";
}

async function slotsChapter(
  writer: Writer,
  routes: readonly RouteSpelling[],
  schedule: string,
): Promise<{ sections: string[]; slot: JsonObject }> {
  const { dialect, now } = writer;
  const { slots, paging, envelope } = dialect;
  const route = wanted(routeOf(routes, "slots.list"), "slots.list");
  const size = paging.style === "none" ? [] : [[paging.sizeQuery, "2"]];
  const askedFrom = (from: number) => ({
    method: route.method,
    path: `${route.path.replace("{id}", schedule)}?${new URLSearchParams([
      ...(slots.scheduleQuery === null ? [] : [[slots.scheduleQuery, schedule]]),
      [slots.from, new Date(from).toISOString()],
      [slots.to, new Date(from + day).toISOString()],
      ...size,
    ]).toString()}`,
  });
  const firstOf = (answer: Json): JsonObject | undefined => {
    const list = valueAt(answer, envelope.list);
    const [slot] = Array.isArray(list) ? list : [];
    return isJsonObject(slot) ? slot : undefined;
  };
  let from = (Math.floor(now() / day) + 1) * day;
  for (let left = 14; left > 0 && !firstOf((await writer.ask(askedFrom(from))).body); left -= 1) from += day;
  const { section, answer } = await endpoint(writer, route, {
    title: "List the open slots of a schedule",
    words: [
      table(
        ["Query", "", "Value"],
        [
          ...(slots.scheduleQuery === null ? [] : [[code(slots.scheduleQuery), "needed", "the schedule's id"]]),
          [code(slots.from), "needed", "slots that begin at this time or later, such as `2026-11-23T14:00:00.000Z`"],
          [code(slots.to), "needed", `slots that begin before this time, at most 62 days after ${code(slots.from)}`],
        ],
      ),
      `Slots that have begun or are taken are not listed.${paging.style === "none" ? "" : " Comes in pages."}`,
      table(
        ["Member of a slot", "Type", "Means"],
        [
          [member(slots.startAt), "text", "when it begins, ISO 8601 in UTC with milliseconds"],
          [member(slots.duration), durationType(dialect), `how long it is, in ${slots.unit}`],
        ],
      ),
    ],
    asked: askedFrom(from),
  });
  const slot = firstOf(answer);
  if (!slot) throw new Error(`${schedule} has no open slot that an example could book`);
  return { sections: ["## Open slots", section], slot };
}

async function patientsChapter(
  writer: Writer,
  routes: readonly RouteSpelling[],
  insurance: string,
): Promise<{ sections: string[]; id: string }> {
  const { patients, envelope } = writer.dialect;
  const create = wanted(routeOf(routes, "patient.create"), "patient.create");
  const find = wanted(routeOf(routes, "patient.find"), "patient.find");
  const made = await endpoint(writer, create, {
    title: "Create a patient",
    words: [
      `Needed: ${codes([patients.firstName, patients.lastName, patients.dob, patients.insurance].map(dotted))}. The answer is the patient with the id.`,
    ],
    asked: {
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
  const found = await endpoint(writer, find, {
    title: "Find a patient",
    words: [
      `Query, both needed: ${code(patients.dobQuery)}, the date of birth as YYYY-MM-DD, and ${code(patients.nameQuery)}, the whole name, first name first. The answer has every patient of yours with this date and name, in one list without pages.`,
    ],
    asked: { method: find.method, path: `${find.path}?${query}` },
  });
  return {
    sections: [
      "## Patients",
      table(
        ["Member", "Type", "Means"],
        [
          [member(patients.id), "text", "the id"],
          [member(patients.firstName), "text", "the first name"],
          [member(patients.lastName), "text", "the last name"],
          [member(patients.dob), "text", "the date of birth, YYYY-MM-DD"],
          [member(patients.insurance), "text", "the id of the patient's insurance"],
        ],
      ),
      made.section,
      found.section,
    ],
    id: textAt(made.answer, [...envelope.resource, ...patients.id]),
  };
}

async function appointmentsChapter(
  writer: Writer,
  routes: readonly RouteSpelling[],
  { schedule, slot, patient }: { schedule: string; slot: JsonObject; patient: string },
): Promise<string[]> {
  const { dialect } = writer;
  const { appointments, slots, envelope } = dialect;
  const create = wanted(routeOf(routes, "appointment.create"), "appointment.create");
  const sent: readonly (readonly [Path, Json])[] = [
    [appointments.schedule, schedule],
    [appointments.patient, patient],
    [appointments.startAt, valueAt(slot, slots.startAt) ?? null],
    [appointments.duration, valueAt(slot, slots.duration) ?? null],
  ];
  const { section } = await endpoint(writer, create, {
    title: "Book an appointment",
    words: [
      `Needed: ${codes(sent.map(([at]) => dotted(at)))}, with the time and the length of one open slot. Whether the schedule accepts the patient's insurance is for you to see before.`,
    ],
    asked: {
      method: create.method,
      path: create.path,
      body: objectAt(sent.map(([at, value]) => [[...envelope.request, ...at], value])),
    },
  });
  return [
    "## Appointments",
    table(
      ["Member", "Type", "Means"],
      [
        [member(appointments.id), "text", "the id"],
        [member(appointments.schedule), "text", "the schedule's id"],
        [member(appointments.patient), "text", "the patient's id"],
        [member(appointments.startAt), "text", "when it begins"],
        [member(appointments.duration), durationType(dialect), `how long it is, in ${slots.unit}`],
        [
          member(appointments.status),
          "text",
          `${code(appointments.words.booked)}; with a test key ${code(appointments.words.simulated)}: nothing was booked`,
        ],
      ],
    ),
    section,
  ];
}

/** Every spelling has these endpoints. */
function wanted(route: RouteSpelling | undefined, name: string): RouteSpelling {
  if (!route) throw new TypeError(`there is no route for ${name}`);
  return route;
}
