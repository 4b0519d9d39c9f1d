import { z } from "zod";
import { failureReasons } from "#/errors/api-errors.ts";
import { bookableMeaning } from "#/profile/kinds/bookable.ts";
import { kindNames, kindSchemas } from "#/profile/kinds/kinds.ts";
import { isTimeZone } from "#/profile/time-form.ts";
import { referenceShape } from "./id-shape.ts";
import { json, keys, memberPointer, named, noun, origin, pointer } from "./entries.ts";
import { headerText, indexId, indexPrefix, userText } from "./header-text.ts";

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "must be a header name")
  .meta({ id: "headerName" });
const status = z.int().min(100).max(599).meta({ id: "status" });
const successStatus = z.int("must be a success status, 200 to 299").min(200).max(299);
const header = keys({ name: headerName, ...origin }).meta({ id: "header" });

/** What an index version is to the standard index; `copy` where a profile says nothing. */
export const indexVersionKinds = ["copy", "overlay-by-field", "overlay-by-record"] as const;
export type IndexVersionKind = (typeof indexVersionKinds)[number];

const indexVersions = keys({
  are: z
    .enum(indexVersionKinds, `must be ${indexVersionKinds.slice(0, -1).join(", ")} or ${indexVersionKinds.at(-1)}`)
    .meta({
      description:
        "`copy`: what an index version says is its own from its creation on. `overlay-by-field`, `overlay-by-record`: a field, or a record, says what the standard index says until it is first written in the index version.",
    }),
  ...origin,
});

/** How the keys of each mode begin, so that none is used for the other. */
const keyPrefixes = keys({ test: z.string().min(1).optional(), live: z.string().min(1).optional() })
  .meta({ id: "keyPrefixes" })
  .optional();

const credential = z.discriminatedUnion("composition", [
  keys({ composition: z.literal("key-as-user"), keyPrefixes, header: headerName.default("Authorization"), ...origin }),
  keys({
    composition: z.literal("key-as-password"),
    keyPrefixes,
    user: userText.default(""),
    header: headerName.default("Authorization"),
    ...origin,
  }),
  keys({
    composition: z.literal("ready-made"),
    keyPrefixes,
    prefix: headerText.default("Basic "),
    header: headerName.default("Authorization"),
    ...origin,
  }),
]);

const composedMeaning = keys({
  kind: z.literal("composed"),
  template: z.string().min(1).meta({
    description:
      "The text with its parts in braces: meanings of this record, or of one that it refers to, such as `{givenName} {familyName}, {suffix}` or `{practitioner.displayName} at {place.name}`. A missing part takes the separators around it with it.",
  }),
  ...named,
});

const heldMeaning = z.discriminatedUnion("kind", [composedMeaning, ...kindSchemas, bookableMeaning]);

const borrowedMeaning = keys({ via: z.array(noun).min(1), meaning: noun.optional(), ...named });

const meaning = z.union([heldMeaning, borrowedMeaning], {
  error: () =>
    `must be a meaning of this record (kind: ${kindNames.join(", ")}, bookable or composed) or of another one (via)`,
});

/** A meaning of the record, or a member that has none. */
const field = z
  .string()
  .regex(/^([a-z][A-Za-z0-9]*|(\/([^~/]|~[01])*)+)$/, 'must be a meaning, or a JSON Pointer such as "/status"');

const creation = keys({
  required: z.array(field).default([]),
  defaults: z.record(field, json).default({}),
  ...origin,
});

/** A look-up: records of the type are found by the value of one of its meanings. */
const lookUp = keys({
  match: z.enum(["exact", "text"], "must be exact or text").meta({
    description:
      "`exact`: the records whose meaning has exactly this value, such as an outside number. `text`: a search, such as by name; what fits is the service's choice.",
  }),
  gives: z.enum(["records", "record", "parts"], "must be records, record or parts").default("records").meta({
    description:
      "`records`: a list of whole records, as a read gives them. `record`: the one record, and an error for none. `parts`: a list of entries that have the id and not everything.",
  }),
  several: z.enum(["repeated", "comma"], "must be repeated or comma").optional().meta({
    description:
      "How several values are asked for at once: the parameter repeated, or one parameter with commas between them. Without it a look-up takes one value.",
  }),
  ...origin,
});

const recordType = keys({
  collection: noun,
  idPrefix: z.string().default(""),
  id: memberPointer.default("/id"),
  meanings: z.record(noun, meaning),
  ignored: z.array(memberPointer).default([]),
  update: z.enum(["changed-fields", "whole-record"]).default("changed-fields"),
  /** Members that a whole record is sent without. */
  unsent: z.array(memberPointer).default([]),
  /** What a new record must have, and its defaults. */
  create: creation.optional(),
  /** By which of its meanings records of this type can be found; each has an operation of its own. */
  findBy: z.record(noun, lookUp).optional(),
  ...origin,
});

const paging = z.discriminatedUnion("style", [
  keys({ style: z.literal("none") }),
  keys({
    style: z.literal("page"),
    query: z.string().min(1),
    first: z.int().default(1),
    more: memberPointer.optional(),
    sizeQuery: z.string().optional(),
    size: z.int().positive().optional(),
  }),
  keys({
    style: z.literal("offset"),
    query: z.string().min(1),
    sizeQuery: z.string().min(1),
    size: z.int().positive(),
  }),
  keys({
    style: z.literal("cursor"),
    query: z.string().min(1),
    next: memberPointer,
    sizeQuery: z.string().optional(),
    size: z.int().positive().optional(),
  }),
  keys({ style: z.literal("link"), next: memberPointer }),
]);

const operation = keys({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"], "must be GET, POST, PUT, PATCH or DELETE"),
  path: z
    .string()
    .regex(/^\/[^?#\s\\\u0000-\u001f\u007f]*$/, {
      error: 'must be a path template, such as "/schedules/{id}"',
      abort: true,
    })
    .refine(
      (path) => !/(?:^|\/)(?:\.|%2e){1,2}(?:;[^/]*)?(?:\/|$)|%2f|%5c|\/\//i.test(path),
      "must stay below the base URL: no empty segments, no . or .. and no escaped slashes",
    ),
  query: z.record(z.string(), z.string()).default({}),
  body: json.optional(),
  takesIndex: z.boolean().default(true),
  success: z.array(successStatus).min(1).default([200]),
  answer: z.enum(["resource", "nothing", "any"]).default("resource"),
  resource: pointer.default(""),
  paging: paging.default({ style: "none" }),
  private: z.boolean().default(false),
  ...origin,
});

const part = keys({ at: memberPointer, ...origin }).meta({ id: "part" });
const ownId = keys({ at: memberPointer, idPrefix: z.string().optional(), ...origin }).meta({ id: "ownId" });
const referencePart = keys({ at: memberPointer, shape: referenceShape.default({ form: "id" }), ...origin });

const errorCause = keys({
  status,
  type: z.string().optional(),
  code: z.string().optional(),
  field: z.string().optional(),
  reason: z.enum(failureReasons),
  /** What the service means by it, in words of the profile: shown where its own words may name a patient, and sent by the gateway. */
  words: z.string().min(1).optional(),
});

/** Where an error's body has its list of single reasons, and where an entry of it has what; "" is the entry itself. */
const errorDetails = keys({
  at: pointer,
  field: pointer.optional(),
  words: pointer.optional(),
  code: pointer.optional(),
  statuses: z.array(status).min(1).optional(),
});

/** The code and the words with which the service answers a status, whatever the reason. */
const statusVocabulary = z.record(
  z.string().regex(/^[45]\d\d$/, 'must be a status of errors, such as "404"'),
  keys({
    type: z.string().min(1).optional(),
    code: z.string().min(1).optional(),
    words: z.string().min(1).optional(),
  }),
);

/** How a service writes a wait: a number of seconds or milliseconds from now, a moment as text, or one in seconds since 1970. */
const waitForm = z.enum(["seconds", "milliseconds", "instant", "unix-seconds"]).meta({ id: "waitForm" });

/** The waits that a service states beyond `Retry-After`: in its refusals, and between calls. */
const waits = keys({
  header: keys({ name: headerName, as: waitForm }).optional(),
  body: keys({ at: memberPointer, as: waitForm }).optional(),
  betweenCallsMs: z.int().min(1).max(60_000).optional(),
  callsPerMinute: z.int().min(1).max(100_000).optional(),
  ...origin,
});

/** True for a day of the calendar, YYYY-MM-DD. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The schema of a service profile file, without the checks across entries that `createProfile` adds. */
export const serviceProfileSchema = keys({
  $schema: z.string().optional(),
  name: z.string().min(1),
  apiVersion: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: "must be a date, YYYY-MM-DD", abort: true })
    .refine(isDate, "must be an existing date, YYYY-MM-DD"),
  headers: keys({ apiVersion: header, index: header, requestId: header.optional() }),
  credential,
  indexes: keys({
    prefix: indexPrefix,
    standard: indexId,
    test: indexId.optional(),
    versions: indexVersions.optional(),
    ...origin,
  }),
  records: z.record(noun, recordType),
  answers: keys({
    openSlot: keys({ startAt: part, duration: part }),
    patient: keys({
      id: ownId,
      firstName: part.optional(),
      lastName: part.optional(),
      dateOfBirth: part.optional(),
      insurance: referencePart.optional(),
    }),
    appointment: keys({ id: ownId, status: part.optional(), startAt: part.optional() }),
    indexVersion: keys({ id: part, name: part.optional() }),
  }),
  operations: z.record(z.string(), operation),
  errors: keys({
    type: memberPointer.optional(),
    code: memberPointer.optional(),
    words: z.union([memberPointer, z.array(memberPointer).min(1)]).optional(),
    field: memberPointer.optional(),
    details: errorDetails.optional(),
    requestId: memberPointer.optional(),
    template: json.optional(),
    reasons: z.array(errorCause).default([]),
    byStatus: statusVocabulary.default({}),
    ...origin,
  }),
  waits: waits.optional(),
  retryable: z.array(status).default([429, 500, 502, 503, 504]),
  units: keys({ slotDuration: z.enum(["seconds", "minutes", "hours"]).default("minutes"), ...origin }),
  defaultRegion: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a region of two letters, such as "US"')
    .default("US"),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone, such as "America/Chicago"').optional(),
});

/** A service profile as data, with its defaults filled in. */
export type ServiceProfileData = z.output<typeof serviceProfileSchema>;
/** A record type of a profile. */
export type RecordTypeData = z.output<typeof recordType>;
/** One look-up of a record type. */
export type LookUpData = z.output<typeof lookUp>;
/** One operation of a profile. */
export type OperationData = z.output<typeof operation>;
/** A meaning whose value is in the record itself. */
export type OwnMeaning = Exclude<z.output<typeof heldMeaning>, { kind: "composed" }>;
/** A meaning that has no value of its own: it is composed of other meanings, for display. */
export type ComposedMeaning = z.output<typeof composedMeaning>;
/** A meaning whose value is in another record, found by following references. */
export type BorrowedMeaning = z.output<typeof borrowedMeaning>;
/** The waits that a service states; each of them may be missing. */
export type Waits = Partial<z.output<typeof waits>>;
export type WaitForm = z.output<typeof waitForm>;
/** Paging of a list. */
export type Paging = z.output<typeof paging>;
