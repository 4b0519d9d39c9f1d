import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { readBy } from "./body.ts";
import type { Dialect, FactName, FieldDialect, IdForm, RecordDialect } from "./dialect.ts";
import { valueAt } from "#/json/path.ts";
import { refuse, type Read } from "./spelling.ts";
import { idSchema, strictObject, text, type Leaf } from "./strict-object.ts";

/** What a record cannot be without. */
export const neededFacts: readonly FactName[] = ["displayName", "practitioner", "place", "name", "timeZone"];
const longLists: readonly FactName[] = ["practiceAreas", "visitReasons"];

/** What a body of a record may hold, and how it becomes the record's next state. */
export interface RecordReader {
  readNew(body: Json): Read<JsonObject>;
  readChange(body: Json, current: JsonObject): Read<JsonObject>;
}

export function createRecordReader(dialect: Dialect, record: RecordDialect): RecordReader {
  const leaves = [
    ...record.fields.map((field): Leaf => ({ at: field.at, schema: fieldSchema(dialect, field) })),
    ...record.extras.map(({ at }): Leaf => ({ at, schema: z.json().optional() })),
  ];
  const whole = strictObject(leaves);
  const part = whole.partial();
  const { request } = dialect.envelope;
  // The schemas change nothing that they read, so what passed is the body itself.
  const open = (schema: z.ZodType, body: Json): Read<JsonObject> => {
    const read = readBy(request.length === 0 ? schema : strictObject([{ at: request, schema }]), body);
    if (!read.ok) return read;
    const inner = valueAt(body, request);
    return isJsonObject(inner) ? { ok: true, value: inner } : refuse("bad_request", "The body is a JSON object.");
  };
  return {
    readNew: (body) => open(whole, body),
    readChange(body, current) {
      if (dialect.writes.update.whole) return open(whole, body);
      const read = open(part, body);
      if (!read.ok) return read;
      if (Object.keys(read.value).length === 0) return refuse("bad_request", "Nothing to change.");
      return { ok: true, value: { ...current, ...read.value } };
    },
  };
}

function fieldSchema(dialect: Dialect, field: FieldDialect): z.ZodType {
  const isNeeded = neededFacts.includes(field.fact);
  const schema = valueSchema(dialect, field);
  return isNeeded ? schema : schema.nullable().optional();
}

function valueSchema(dialect: Dialect, { fact, ids, phones }: FieldDialect): z.ZodType {
  const full = <S extends z.ZodArray>(schema: S): S =>
    dialect.empties === "null" ? schema.min(1, "Nothing is written as null.") : schema;
  const list = <S extends z.ZodType>(element: S) =>
    full(z.array(element, "A list is needed.").max(500, "At most 500 entries."));
  switch (fact) {
    case "displayName":
    case "name":
    case "city":
    case "payer":
    case "kind":
      return text(1000).min(1, "Must not be empty.");
    case "preferredName":
      return dialect.empties === "null" ? text(1000).min(1, "Nothing is written as null.") : text(1000);
    case "npi":
      return z.string("A text is needed.").regex(/^\d{10}$/, "Ten digits are needed.");
    case "timeZone":
      return z.string("A time zone is needed.").refine(isTimeZone, "A time zone is needed, such as America/New_York.");
    case "practitioner":
      return reference(idSchema(dialect.ids.practitioner, "A practitioner id is needed."), ids);
    case "place":
      return reference(idSchema(dialect.ids.place, "A place id is needed."), ids);
    case "plans":
      return list(reference(idSchema(dialect.ids.plan, "An insurance id is needed."), ids));
    case "practiceAreas":
    case "languages":
    case "visitReasons":
      return list(text(longLists.includes(fact) ? 500 : 50));
    case "phones": {
      const number = text(100).min(1, "Must not be empty.");
      if (phones?.form !== "objects")
        return phones?.form !== "text" ? list(number) : dialect.empties === "null" ? number : text(100);
      const leaves: Leaf[] = [{ at: [phones.number], schema: number }];
      if (typeof phones.extension === "string")
        leaves.push({ at: [phones.extension], schema: text(20).nullable().optional() });
      if (phones.label !== null) leaves.push({ at: [phones.label], schema: text(200).nullable().optional() });
      if (phones.extra) leaves.push({ at: [phones.extra.name], schema: z.json().optional() });
      return list(strictObject(leaves));
    }
  }
}

function reference(id: z.ZodType, form: IdForm | undefined): z.ZodType {
  if (form === undefined || form.form === "id") return id;
  const leaves: Leaf[] = [{ at: form.id, schema: id }];
  if (form.extra) leaves.push({ at: [form.extra.name], schema: z.json().optional() });
  return strictObject(leaves);
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
