import { z } from "zod";
import type { Json } from "#/json/json.ts";
import { readBy, readOnce } from "./body.ts";
import type { Dialect } from "./dialect.ts";
import { textAt, type Path } from "#/json/path.ts";
import { refuse, type ListQuery, type Page, type Read, type Spelling } from "./spelling.ts";
import { idSchema, strictObject, text, type Leaf } from "./strict-object.ts";

const longestRange = 62 * 24 * 60 * 60 * 1000;
const someText = (most: number) => text(most).trim().min(1, "Must not be empty.");
const instant = z.iso.datetime({
  offset: true,
  error: "An ISO 8601 timestamp is needed, such as 2026-11-23T14:00:00.000Z.",
});
const calendarDate = z.iso.date("A date is needed, as YYYY-MM-DD.");

type Requests = Pick<
  Spelling,
  | "readNoQuery"
  | "readSlotQuery"
  | "readPatientQuery"
  | "readListQuery"
  | "readPatient"
  | "readAppointment"
  | "readIndex"
>;

/** Reads what a caller asks for, each part in its place and nothing beside it. */
export function createRequests(dialect: Dialect): Requests {
  const { slots, patients, appointments, indices, ids, lists, envelope } = dialect;
  const paging = createPageReader(dialect);
  const inRequest = (at: Path): Path => [...envelope.request, ...at];
  const body = (leaves: readonly Leaf[]) => {
    const schema = strictObject(leaves.map(({ at, schema: inner }) => ({ at: inRequest(at), schema: inner })));
    return (given: Json): Read<(at: Path) => string> => {
      const read = readBy(schema, given);
      if (!read.ok) return read;
      const checked = asJson(read.value);
      return { ok: true, value: (at) => textAt(checked, inRequest(at)) };
    };
  };
  const fieldOf = (at: Path): string => inRequest(at).join(".");

  const readPatient = body([
    { at: patients.firstName, schema: someText(100) },
    { at: patients.lastName, schema: someText(100) },
    { at: patients.dob, schema: calendarDate },
    { at: patients.insurance, schema: idSchema(ids.plan, "An insurance id is needed.") },
  ]);
  const whole = z.int(`A whole number of ${slots.unit} is needed.`).positive("Must be above zero.");
  const readAppointment = body([
    { at: appointments.schedule, schema: idSchema(ids.schedule, "A schedule id is needed.") },
    { at: appointments.patient, schema: idSchema(ids.patient, "A patient id is needed.") },
    { at: appointments.startAt, schema: instant },
    {
      at: appointments.duration,
      schema:
        slots.as === "number"
          ? whole
          : z
              .string(`${slots.unit} as a text are needed.`)
              .regex(/^[1-9]\d{0,8}$/, `${slots.unit} as a text are needed.`),
    },
  ]);
  const readIndex = body([{ at: indices.name, schema: someText(200) }]);

  return {
    readNoQuery(query) {
      const read = readQuery({}, query);
      return read.ok ? { ok: true, value: null } : read;
    },
    readSlotQuery(query) {
      const { scheduleQuery } = slots;
      const read = readQuery(
        {
          [slots.from]: instant,
          [slots.to]: instant,
          ...(scheduleQuery === null
            ? {}
            : { [scheduleQuery]: z.string("An id is needed.").min(1, "An id is needed.") }),
          ...paging.shape,
        },
        query,
      );
      if (!read.ok) return read;
      const from = Date.parse(read.value[slots.from] ?? "");
      const to = Date.parse(read.value[slots.to] ?? "");
      if (to <= from) return refuse("bad_request", `Must be later than ${slots.from}.`, slots.to);
      if (to - from > longestRange) return refuse("bad_request", `At most 62 days after ${slots.from}.`, slots.to);
      const schedule = scheduleQuery === null ? undefined : read.value[scheduleQuery];
      return {
        ok: true,
        value: { from, to, page: paging.pageOf(read.value), ...(schedule === undefined ? {} : { schedule }) },
      };
    },
    readPatientQuery(query) {
      const read = readQuery({ [patients.dobQuery]: calendarDate, [patients.nameQuery]: someText(200) }, query);
      if (!read.ok) return read;
      return {
        ok: true,
        value: { dob: read.value[patients.dobQuery] ?? "", name: read.value[patients.nameQuery] ?? "" },
      };
    },
    readListQuery(kind, query): Read<ListQuery> {
      const isFiltered = kind === "schedule" && lists.schedulesOf === "query";
      const read = readQuery(
        {
          ...(isFiltered ? { [lists.filter]: z.string("An id is needed.").min(1, "An id is needed.") } : {}),
          ...paging.shape,
        },
        query,
      );
      if (!read.ok) return read;
      const practitioner = isFiltered ? read.value[lists.filter] : undefined;
      return {
        ok: true,
        value: { page: paging.pageOf(read.value), ...(practitioner === undefined ? {} : { practitioner }) },
      };
    },
    readPatient(given) {
      const read = readPatient(given);
      if (!read.ok) return read;
      return {
        ok: true,
        value: {
          firstName: read.value(patients.firstName),
          lastName: read.value(patients.lastName),
          dob: read.value(patients.dob),
          insurance: { kind: "plan", id: read.value(patients.insurance), field: fieldOf(patients.insurance) },
        },
      };
    },
    readAppointment(given) {
      const read = readAppointment(given);
      if (!read.ok) return read;
      const duration = Number(read.value(appointments.duration));
      return {
        ok: true,
        value: {
          schedule: { kind: "schedule", id: read.value(appointments.schedule), field: fieldOf(appointments.schedule) },
          patient: { id: read.value(appointments.patient), field: fieldOf(appointments.patient) },
          startAt: Date.parse(read.value(appointments.startAt)),
          startField: fieldOf(appointments.startAt),
          minutes: slots.unit === "minutes" ? duration : duration / 60,
        },
      };
    },
    readIndex(given) {
      const read = readIndex(given);
      return read.ok ? { ok: true, value: { name: read.value(indices.name) } } : read;
    },
  };
}

function createPageReader({ paging }: Dialect): {
  readonly shape: Readonly<Record<string, z.ZodType<string | undefined>>>;
  pageOf(values: Readonly<Record<string, string | undefined>>): Page;
} {
  if (paging.style === "none") return { shape: {}, pageOf: () => ({ from: 0, size: Number.MAX_SAFE_INTEGER }) };
  const token = tokens[paging.style];
  return {
    shape: {
      [paging.query]: z.string().regex(token.shape, token.message).optional(),
      [paging.sizeQuery]: z
        .string()
        .regex(/^([1-9]\d?|100)$/, "1 to 100 are needed.")
        .optional(),
    },
    pageOf(values) {
      const size = Number(values[paging.sizeQuery] ?? paging.size);
      const given = values[paging.query];
      return { from: given === undefined ? 0 : token.positionOf(given, size), size };
    },
  };
}

interface Token {
  readonly shape: RegExp;
  readonly message: string;
  positionOf(given: string, size: number): number;
}

const cursor: Token = {
  shape: /^c[0-9a-z]{1,8}$/,
  message: "This is no cursor.",
  positionOf: (given) => Number.parseInt(given.slice(1), 36),
};
const tokens: Readonly<Record<Exclude<Dialect["paging"]["style"], "none">, Token>> = {
  cursor,
  link: cursor,
  page: {
    shape: /^[1-9]\d{0,8}$/,
    message: "A page is needed, from 1 on.",
    positionOf: (given, size) => (Number(given) - 1) * size,
  },
  offset: {
    shape: /^(0|[1-9]\d{0,8})$/,
    message: "An offset is needed, from 0 on.",
    positionOf: (given) => Number(given),
  },
};

/** The path and query of the page that begins at a position. */
export function linkTo(
  { paging }: Dialect,
  { path, query, from, size }: { path: string; query: URLSearchParams; from: number; size: number },
): string {
  if (paging.style === "none") return path;
  const next = new URLSearchParams(query);
  next.set(paging.query, cursorOf(from));
  next.set(paging.sizeQuery, String(size));
  return `${path}?${next.toString()}`;
}

export function cursorOf(from: number): string {
  return `c${from.toString(36)}`;
}

function readQuery(
  shape: Readonly<Record<string, z.ZodType>>,
  query: URLSearchParams,
): Read<Record<string, string | undefined>> {
  const once = readOnce(query);
  if (!once.ok) return once;
  const read = readBy(z.strictObject(shape), once.value);
  if (read.ok) return { ok: true, value: asTexts(read.value) };
  if (read.problem.field === undefined || once.value[read.problem.field] !== undefined) return read;
  return refuse("bad_request", `Missing: ${read.problem.field}.`, read.problem.field);
}

/** A query is texts, and its schemas keep them texts. */
function asTexts(value: unknown): Record<string, string | undefined> {
  return value as Record<string, string | undefined>;
}

/** A body is JSON, and its schemas keep it JSON. */
function asJson(value: unknown): Json {
  return value as Json;
}
