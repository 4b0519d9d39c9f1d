import { z } from "zod";
import type { Json } from "#/json/json.ts";
import { textAt, type Path } from "#/json/path.ts";
import { midnightIn } from "#/seed/time-zone.ts";
import { type CredentialDialect, type Dialect, minutesPer, type SlotDialect } from "./dialect.ts";
import { createPageParser } from "./paging.ts";
import { refusal, type Result } from "./problem.ts";
import { idSchema, objectSchema, parseBy, text, type MemberSchema } from "./schema.ts";
import type { RequestParser } from "./spelling.ts";

const maxRangeMs = 62 * 24 * 60 * 60 * 1000;
const requiredText = (maxLength: number) => text(maxLength).trim().min(1, "Must not be empty.");
const idText = z.string("Must be an id.").min(1, "Must be an id.");
const instant = z.iso.datetime({
  offset: true,
  error: "Must be an ISO 8601 timestamp, such as 2026-11-23T14:00:00.000Z.",
});
const epochSeconds = z.string().regex(/^\d{9,11}$/, "Must be a number of seconds since 1970.");
const epochMilliseconds = z.string().regex(/^\d{12,14}$/, "Must be a number of milliseconds since 1970.");
const calendarDate = z.iso.date("Must be a date in the format YYYY-MM-DD.");

/** How the ends of a range are written, and what they mean in ms since 1970. */
function timesOf(form: SlotDialect["times"]): {
  schema: z.ZodType<string>;
  parse(text: string, timeZone: string): number;
} {
  if (form === "instant") return { schema: instant, parse: (text) => Date.parse(text) };
  if (form === "seconds") return { schema: epochSeconds, parse: (text) => Number(text) * 1000 };
  if (form === "milliseconds") return { schema: epochMilliseconds, parse: Number };
  const zone = form.slice("date@".length);
  return { schema: calendarDate, parse: (text, timeZone) => midnightIn(zone || timeZone, Date.parse(text)) };
}

/** Parses the queries and bodies of a dialect; whatever a request has beyond them is refused. */
export function createRequestParser(dialect: Dialect): RequestParser {
  const { slots, patients, appointments, indices, ids, lists, envelope } = dialect;
  const paging = createPageParser(dialect);
  const times = timesOf(slots.times);
  const inRequest = (path: Path): Path => [...envelope.request, ...path];
  const fieldOf = (path: Path): string => inRequest(path).join(".");
  const bodyParser = (members: readonly MemberSchema[]) => {
    const schema = objectSchema(members.map(({ at, schema: value }) => ({ at: inRequest(at), schema: value })));
    return (body: Json): Result<(path: Path) => string> => {
      const parsed = parseBy(schema, body);
      if (!parsed.ok) return parsed;
      const checked = asJson(parsed.value);
      return { ok: true, value: (path) => textAt(checked, inRequest(path)) };
    };
  };

  const parseNoParameters = queryParser({});
  const parseSlotParameters = queryParser({
    [slots.from]: times.schema,
    [slots.to]: times.schema,
    ...(slots.scheduleQuery === null ? {} : { [slots.scheduleQuery]: idText }),
    ...paging.parameters,
  });
  const parsePatientParameters = queryParser({
    [patients.dobQuery]: calendarDate,
    [patients.nameQuery]: requiredText(200),
  });
  const parseListParameters = queryParser(paging.parameters);
  const parseFilteredListParameters = queryParser(
    { [lists.practitionerQuery]: idText, ...paging.parameters },
    lists.several === "repeated" ? lists.practitionerQuery : null,
  );
  const lookUpParsers = dialect.lookUps.map((lookUp) => ({
    lookUp,
    parse: queryParser({
      ...(lookUp.query === null ? {} : { [lookUp.query]: requiredText(200) }),
      ...(lookUp.fixed === null ? {} : { [lookUp.fixed.name]: z.literal(lookUp.fixed.value) }),
      ...(lookUp.gives === "record" ? {} : paging.parameters),
    }),
  }));
  const parsePatientBody = bodyParser([
    { at: patients.firstName, schema: requiredText(100) },
    { at: patients.lastName, schema: requiredText(100) },
    { at: patients.dob, schema: calendarDate },
    { at: patients.insurance, schema: idSchema(ids.plan, "Must be an insurance id.") },
  ]);
  const parseAppointmentBody = bodyParser([
    { at: appointments.schedule, schema: idSchema(ids.schedule, "Must be a schedule id.") },
    { at: appointments.patient, schema: idSchema(ids.patient, "Must be a patient id.") },
    { at: appointments.startAt, schema: instant },
    { at: appointments.duration, schema: durationSchema(dialect) },
  ]);
  const parseIndexBody = bodyParser([{ at: indices.name, schema: requiredText(200) }]);

  return {
    keyOf: (authorization) => keyOf(dialect.credential, authorization),
    parseEmptyQuery(query) {
      const parsed = parseNoParameters(query);
      return parsed.ok ? { ok: true, value: null } : parsed;
    },
    parseSlotQuery(query) {
      const parsed = parseSlotParameters(query);
      if (!parsed.ok) return parsed;
      const rangeIn = (timeZone: string) => ({
        from: times.parse(parsed.value[slots.from] ?? "", timeZone),
        to: times.parse(parsed.value[slots.to] ?? "", timeZone),
      });
      const { from, to } = rangeIn("UTC");
      if (to <= from) return refusal("bad_request", `Must be later than ${slots.from}.`, slots.to);
      if (to - from > maxRangeMs) return refusal("bad_request", `At most 62 days after ${slots.from}.`, slots.to);
      const schedule = slots.scheduleQuery === null ? undefined : parsed.value[slots.scheduleQuery];
      const page = paging.pageOf(parsed.value);
      return { ok: true, value: { rangeIn, page, ...(schedule === undefined ? {} : { schedule }) } };
    },
    parsePatientQuery(query) {
      const parsed = parsePatientParameters(query);
      if (!parsed.ok) return parsed;
      const { [patients.dobQuery]: dob = "", [patients.nameQuery]: name = "" } = parsed.value;
      return { ok: true, value: { dob, name } };
    },
    parsePageQuery(query) {
      const parsed = parseListParameters(query);
      return parsed.ok ? { ok: true, value: paging.pageOf(parsed.value) } : parsed;
    },
    parseListQuery(kind, query) {
      const isFiltered = kind === "schedule" && lists.schedules === "query";
      const parsed = (isFiltered ? parseFilteredListParameters : parseListParameters)(query);
      if (!parsed.ok) return parsed;
      const asked = isFiltered ? parsed.value[lists.practitionerQuery] : undefined;
      const page = paging.pageOf(parsed.value);
      if (asked === undefined) return { ok: true, value: { page } };
      return { ok: true, value: { page, practitioners: lists.several === null ? [asked] : asked.split(",") } };
    },
    parseLookUp(path, query) {
      const ofPath = lookUpParsers.filter(({ lookUp }) => lookUp.path === path);
      const fitting = ofPath.find(({ lookUp: { query: name, fixed } }) =>
        fixed === null ? name === null || query.has(name) : query.get(fixed.name) === fixed.value,
      );
      const [first] = ofPath;
      if (first === undefined) return refusal("not_found", "There is no such endpoint.");
      const { lookUp, parse } = fitting ?? first;
      const parsed = parse(query);
      if (!parsed.ok) return parsed;
      const value = lookUp.query === null ? undefined : parsed.value[lookUp.query];
      return {
        ok: true,
        value: { lookUp, page: paging.pageOf(parsed.value), ...(value === undefined ? {} : { value }) },
      };
    },
    parsePatient(body) {
      const parsed = parsePatientBody(body);
      if (!parsed.ok) return parsed;
      return {
        ok: true,
        value: {
          firstName: parsed.value(patients.firstName),
          lastName: parsed.value(patients.lastName),
          dob: parsed.value(patients.dob),
          insurance: { kind: "plan", id: parsed.value(patients.insurance), field: fieldOf(patients.insurance) },
        },
      };
    },
    parseAppointment(body) {
      const parsed = parseAppointmentBody(body);
      if (!parsed.ok) return parsed;
      const schedule = parsed.value(appointments.schedule);
      const duration = Number(parsed.value(appointments.duration));
      return {
        ok: true,
        value: {
          schedule: { kind: "schedule", id: schedule, field: fieldOf(appointments.schedule) },
          patient: { id: parsed.value(appointments.patient), field: fieldOf(appointments.patient) },
          startAt: Date.parse(parsed.value(appointments.startAt)),
          startField: fieldOf(appointments.startAt),
          minutes: Math.round(duration * minutesPer[slots.unit]),
        },
      };
    },
    parseIndex(body) {
      const parsed = parseIndexBody(body);
      return parsed.ok ? { ok: true, value: { name: parsed.value(indices.name) } } : parsed;
    },
  };
}

function keyOf(credential: CredentialDialect, authorization: string): string | undefined {
  if (credential.composition === "ready-made")
    return authorization.startsWith(credential.prefix) ? authorization.slice(credential.prefix.length) : undefined;
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [user, ...rest] = Buffer.from(encoded, "base64").toString("latin1").split(":");
  const password = rest.join(":");
  if (credential.composition === "key-as-user") return password === "" && rest.length === 1 ? user : undefined;
  return user === credential.user && rest.length === 1 ? password : undefined;
}

function durationSchema({ slots: { unit, as } }: Dialect): z.ZodType {
  if (as === "number") return z.int(`Must be a whole number of ${unit}.`).positive("Must be greater than zero.");
  const message = `Must be a string of digits, in ${unit}.`;
  return z.string(message).regex(/^[1-9]\d{0,8}$/, message);
}

function queryParser(parameters: Readonly<Record<string, z.ZodType>>, repeatable: string | null = null) {
  const schema = z.strictObject(parameters);
  return (query: URLSearchParams): Result<Record<string, string | undefined>> => {
    const values = valuesOf(query, repeatable);
    if (!values.ok) return values;
    const parsed = parseBy(schema, values.value);
    if (parsed.ok) return { ok: true, value: asTexts(parsed.value) };
    const { field } = parsed.problem;
    if (field === undefined || values.value[field] !== undefined) return parsed;
    return refusal("bad_request", `Missing: ${field}.`, field);
  };
}

/** The query as an object, with commas between the values of what may be repeated; another repeated parameter is refused. */
function valuesOf(query: URLSearchParams, repeatable: string | null): Result<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    const before = values.get(name);
    if (before !== undefined && name !== repeatable)
      return refusal("bad_request", `Duplicate parameter: ${name}.`, name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return { ok: true, value: Object.fromEntries(values) };
}

/** The values of a query are strings, and its schemas change no type. */
function asTexts(value: unknown): Record<string, string | undefined> {
  return value as Record<string, string | undefined>;
}

/** A body is JSON, and its schemas change no type. */
function asJson(value: unknown): Json {
  return value as Json;
}
