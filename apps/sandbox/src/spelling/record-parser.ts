import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { objectAt, type Path, valueAt } from "#/json/path.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { type FurtherSort, isFurther, sortOf } from "#/seed/further-facts.ts";
import { bookablePaths } from "./bookable.ts";
import {
  isPhoneObject,
  type Dialect,
  type FactName,
  type FieldDialect,
  type FurtherForm,
  type IdForm,
  type RecordDialect,
  type AddressForm,
  plainParts,
} from "./dialect.ts";
import { encodeId } from "./record-encoder.ts";
import { isInFormat } from "./phone-format.ts";
import { refusal, type Result } from "./problem.ts";
import { idSchema, objectSchema, parseBy, text, type MemberSchema } from "./schema.ts";
import type { RecordSpelling } from "./spelling.ts";

/** The values that every record must have. */
const requiredFacts: readonly FactName[] = ["displayName", "familyName", "practitioner", "place", "name", "timeZone"];

/** Whether the service creates no record without this value. */
export function isRequiredAtCreation({ fact, creationDefault }: FieldDialect): boolean {
  return requiredFacts.includes(fact) || creationDefault !== undefined;
}

/** Whether every record has this value, so that a whole record is refused without it. */
export function isAlwaysRequired({ fact }: FieldDialect): boolean {
  return requiredFacts.includes(fact);
}

const listsOfLongTexts: readonly FactName[] = ["practiceAreas", "visitReasons"];

/** Parses the bodies that create or update a record. */
export function createRecordParser(
  dialect: Dialect,
  record: RecordDialect,
): Pick<RecordSpelling<RecordKind>, "parseNew" | "parseUpdate" | "writtenMembers"> {
  const { request } = dialect.envelope;
  const inRequest = (schema: z.ZodType): z.ZodType =>
    request.length === 0 ? schema : objectSchema([{ at: request, schema }]);
  const membersBy = (isRequired: (field: FieldDialect) => boolean) =>
    objectSchema([
      ...record.fields.map((field): MemberSchema => ({
        at: field.at,
        schema: isRequired(field) ? valueSchema(dialect, field) : optional(field, valueSchema(dialect, field)),
      })),
      ...[...record.extras.map(({ at }) => at), ...bookablePaths(record)].map((path): MemberSchema => ({
        at: path,
        schema: z.json().optional(),
      })),
    ]);
  const members = membersBy(isAlwaysRequired);
  const created = inRequest(membersBy(isRequiredAtCreation));
  const whole = inRequest(members);
  const changes = inRequest(members.partial());
  // The schemas transform nothing, so the checked body itself is the result.
  const parse = (schema: z.ZodType, body: Json): Result<JsonObject> => {
    const parsed = parseBy(schema, body);
    if (!parsed.ok) return parsed;
    const content = valueAt(body, request);
    return isJsonObject(content)
      ? { ok: true, value: content }
      : refusal("bad_request", "The body must be a JSON object.");
  };
  const checked = (next: JsonObject, current: JsonObject): Result<JsonObject> => {
    const locked = record.fields.filter(({ isReadOnly }) => isReadOnly === true && Object.keys(current).length > 0);
    const changed = locked.find(({ at }) => {
      const value = valueAt(next, at);
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(valueAt(current, at) ?? null);
    });
    if (changed) return refusal("bad_request", "Cannot be changed.", changed.at.join("."));
    const textAt = (raw: JsonObject, at: Path) => JSON.stringify(valueAt(raw, at) ?? null);
    const rounded = record.extras.find(({ at }) => {
      const [before, after] = [textAt(current, at), textAt(next, at)];
      return before !== after && Number(before) === Number(after);
    });
    if (rounded) return refusal("bad_request", "Has lost digits.", rounded.at.join("."));
    const unformatted = record.fields.find((field) => hasOtherFormat(field, next, current));
    if (unformatted)
      return refusal("bad_request", `Numbers must be ${unformatted.phones?.format ?? ""}.`, unformatted.at.join("."));
    return {
      ok: true,
      value: objectAt(
        [
          ...locked.map(({ at }) => [at, valueAt(current, at)] as const),
          ...record.fields.flatMap(({ at, ids }) => {
            const id = ids?.form === "expanded" ? valueAt(next, at) : undefined;
            return typeof id === "string" ? [[at, encodeId(id, ids)] as const] : [];
          }),
        ],
        next,
      ),
    };
  };
  return {
    parseNew(body) {
      const parsed = parse(created, body);
      return parsed.ok ? checked(parsed.value, {}) : parsed;
    },
    parseUpdate(body, current) {
      if (dialect.writes.update.whole) {
        const parsed = parse(whole, body);
        return parsed.ok ? checked(parsed.value, current) : parsed;
      }
      const parsed = parse(changes, body);
      if (!parsed.ok) return parsed;
      if (Object.keys(parsed.value).length === 0) return refusal("bad_request", "Nothing to change.");
      return checked({ ...current, ...parsed.value }, current);
    },
    writtenMembers(body) {
      const content = valueAt(body, request);
      if (dialect.writes.update.whole || !isJsonObject(content)) return null;
      return [...Object.keys(content), ...record.changedAt.slice(0, 1)];
    },
  };
}

function optional({ phones }: FieldDialect, schema: z.ZodType): z.ZodType {
  return phones?.empty === "list" ? schema.optional() : schema.nullable().optional();
}

/** Whether phones that were not there before are written in another format than the service takes. */
function hasOtherFormat(field: FieldDialect, next: JsonObject, current: JsonObject): boolean {
  const { at, phones: form } = field;
  if (form?.format === undefined) return false;
  const { format } = form;
  const elementsAt = (record: JsonObject): readonly Json[] => {
    const value = valueAt(record, at) ?? [];
    return Array.isArray(value) ? value : [value];
  };
  const before = new Set(elementsAt(current).map((element) => JSON.stringify(element)));
  return elementsAt(next).some((element) => {
    if (before.has(JSON.stringify(element))) return false;
    const text = isPhoneObject(form) ? valueAt(element, [form.number]) : element;
    const mark = isPhoneObject(form) ? (typeof form.extension === "string" ? null : form.extension.mark) : form.mark;
    if (typeof text !== "string" || text === "") return false;
    const [number = ""] = mark === null ? [text] : text.split(` ${mark} `);
    return !isInFormat(number, format);
  });
}

function valueSchema(
  { emptyValues, ids }: Dialect,
  { fact, ids: form, single, phones, further }: FieldDialect,
): z.ZodType {
  const emptyAsNull = "An empty value must be null.";
  const list = (element: z.ZodType): z.ZodType => {
    const schema = z.array(element, "Must be a list.").max(500, "At most 500 entries.");
    return emptyValues === "null" ? schema.min(1, emptyAsNull) : schema;
  };
  if (isFurther(fact)) {
    const sort = sortOf(fact);
    if (sort.kind === "ids")
      return list(referenceSchema(idSchema(ids[sort.to], `Must be the id of a ${sort.to}.`), form));
    if (sort.kind === "words") return list(text(50).min(1, "Must not be empty."));
    return further === undefined ? z.json() : furtherSchema(sort, further);
  }
  switch (fact) {
    case "displayName":
    case "familyName":
    case "name":
    case "city":
    case "payer":
    case "kind":
      return text(1000).min(1, "Must not be empty.");
    case "preferredName":
    case "givenName":
    case "suffix":
    case "salutation":
      return emptyValues === "null" ? text(1000).min(1, emptyAsNull) : text(1000);
    case "npi":
      return z.string("Must be a string.").regex(/^\d{10}$/, "Must be ten digits.");
    case "timeZone":
      return z.string("Must be a time zone.").refine(isTimeZone, "Must be a time zone, such as America/New_York.");
    case "practitioner":
      return referenceSchema(idSchema(ids.practitioner, "Must be a practitioner id."), form);
    case "place":
      return referenceSchema(idSchema(ids.place, "Must be a place id."), form);
    case "plans": {
      const plan = referenceSchema(idSchema(ids.plan, "Must be an insurance id."), form);
      return single === undefined ? list(plan) : plan;
    }
    case "practiceAreas":
    case "languages":
    case "visitReasons":
      return list(text(listsOfLongTexts.includes(fact) ? 500 : 50));
    case "phones": {
      const number = text(100).min(1, "Must not be empty.");
      if (phones === undefined || !isPhoneObject(phones))
        return phones?.form !== "text" ? list(number) : emptyValues === "null" ? number : text(100);
      const part = (schema: z.ZodType) => (phones.absentParts === "text" ? schema : schema.nullable().optional());
      const members: MemberSchema[] = [{ at: [phones.number], schema: number }];
      if (typeof phones.extension === "string") members.push({ at: [phones.extension], schema: part(text(20)) });
      if (phones.label !== null) members.push({ at: [phones.label], schema: part(text(200)) });
      if (phones.extra) members.push({ at: [phones.extra.name], schema: z.json().optional() });
      return phones.form === "object" ? objectSchema(members) : list(objectSchema(members));
    }
  }
}

/** What a further fact may be; everything else is refused with what would be right. */
function furtherSchema(sort: FurtherSort, form: FurtherForm): z.ZodType {
  switch (form.kind) {
    case "boolean":
      return z.literal([form.yes, form.no], `Must be ${JSON.stringify(form.yes)} or ${JSON.stringify(form.no)}.`);
    case "choice": {
      const codes = Object.values(form.codes);
      return z.literal(codes, `Must be one of ${codes.map((code) => JSON.stringify(code)).join(", ")}.`);
    }
    case "number": {
      const { min, max, whole } = sort.kind === "number" ? sort : { min: 0, max: 0, whole: true };
      const message = `Must be a ${whole ? "whole number" : "number"} from ${min} to ${max}${form.as === "text" ? ", as a string" : ""}.`;
      const isPossible = (value: number) => value >= min && value <= max && (!whole || Number.isInteger(value));
      return form.as === "number"
        ? z.number(message).refine(isPossible, message)
        : z.string(message).refine((value) => /^\d+(\.\d+)?$/.test(value) && isPossible(Number(value)), message);
    }
    case "date": {
      const day = "Must be an existing day, YYYY-MM-DD.";
      if (form.as === "day") return z.string(day).refine(isDay, day);
      const instant = "Must be an instant, such as 2019-06-15T00:00:00Z.";
      if (form.as === "instant")
        return z
          .string(instant)
          .refine((value) => isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)), instant);
      return z.int(`Must be a whole number of ${form.as} since 1970.`);
    }
    case "word":
      return text(20).regex(/^[A-Za-z]+$/, "Must be one word of letters.");
    case "languages":
      return textsSchema(form.members);
    case "address":
      return addressSchema(form);
    case "words":
    case "ids":
      return z.json();
  }
}

function addressSchema({ street, lines, ...others }: AddressForm): z.ZodType {
  const line = text(200).min(1, "Must not be empty.");
  const optionalText = line.nullable().optional();
  const ofStreet: MemberSchema[] =
    typeof street !== "string"
      ? street.map((member) => ({ at: [member], schema: optionalText }))
      : [
          {
            at: [street],
            schema: lines === "list" ? z.array(line, "Must be a list.").nullable().optional() : optionalText,
          },
        ];
  return objectSchema([...ofStreet, ...plainParts.map((part) => ({ at: [others[part]], schema: optionalText }))]);
}

function textsSchema(members: Extract<FurtherForm, { kind: "languages" }>["members"]): z.ZodType {
  const message = "Must be a language tag, such as en or pt-BR.";
  const tag = z.string(message).regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, message);
  const textSchema = text(2000).min(1, "Must not be empty.");
  if (members === null) return z.record(tag, textSchema);
  const entry = objectSchema([
    { at: [members.language], schema: tag },
    { at: [members.text], schema: textSchema },
  ]);
  return z.array(entry, "Must be a list.").max(50, "At most 50 languages.");
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function referenceSchema(id: z.ZodString, form: IdForm | undefined): z.ZodType {
  if (form === undefined || form.form === "id" || form.form === "expanded") return id;
  const members: MemberSchema[] = [{ at: form.id, schema: id }];
  if (form.extra) members.push({ at: [form.extra.name], schema: z.json().optional() });
  const object = objectSchema(members);
  return form.form === "mixed" ? z.union([id, object], "Must be an id, or an object with one.") : object;
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
