import { z } from "zod";
import { FieldKind } from "#/records/comparison.ts";
import { Actor, FieldKey, IndexId, prefixedId, RecordType, Timestamp } from "#/ids.ts";
import { Json } from "#/json.ts";

export const ConnectionId = prefixedId("con");

/**
 * What is known of one operation of the service, and how: documented, configured in the profile or proven by a probe;
 * `stub`: not available yet, so changes are held; `not there`: the console works without it.
 */
export const Capability = z
  .strictObject({
    operation: z.string(),
    title: z.string(),
    group: z.enum(["reads", "index versions", "bookings", "writes"]),
    capability: z.enum(["documented", "configured", "proven", "stub", "not there"]),
    does: z.string().describe("How the console uses the operation"),
    proof: z
      .strictObject({ at: Timestamp, indexId: IndexId.nullable(), checks: z.array(z.string()) })
      .nullable()
      .describe("The newest probe that proved it under the profile in force"),
    method: z.string().nullable(),
    path: z.string().nullable(),
    note: z.string().nullable(),
    heldChanges: z.int(),
  })
  .meta({ id: "Capability" });
export type Capability = z.infer<typeof Capability>;

export const SetContent = z
  .union([z.enum(["plans", "words"]), z.strictObject({ recordsOf: RecordType })])
  .describe("Plans of the catalogue, words that stand for themselves, or ids of records of a type")
  .meta({ id: "SetContent" });
export type SetContent = z.infer<typeof SetContent>;

export const RecordTypeInfo = z
  .strictObject({
    type: RecordType,
    meanings: z.array(
      z.strictObject({
        key: FieldKey,
        kind: FieldKind,
        label: z.string().describe("Its name, with a capital letter"),
        labelInSentence: z.string().describe("The same as it is written inside a sentence"),
        writable: z
          .boolean()
          .describe("Whether it can be written on a record of this type; a field of another record is written there"),
        heldBy: RecordType.describe("The type of the record that holds the value, usually this one"),
        phoneParts: z
          .strictObject({
            extension: z.boolean(),
            label: z.boolean(),
            format: z
              .enum(["as-typed", "e164", "national", "international", "digits"])
              .describe("How a number is written to the service"),
          })
          .nullable()
          .describe("What a phone can have besides its number; null for other kinds"),
        holdsOne: z
          .boolean()
          .describe("Whether the service keeps one phone, or one member of a set, where others keep a list"),
        setContent: SetContent.nullable().describe("What the members of a set are; null for other kinds"),
        choices: z
          .array(z.strictObject({ value: z.union([z.string(), z.number(), z.boolean()]), words: z.string() }))
          .nullable()
          .describe("The values of a choice as the service spells them, with their words; null for other kinds"),
        range: z
          .strictObject({ whole: z.boolean(), min: z.number().nullable(), max: z.number().nullable() })
          .nullable()
          .describe("What numbers it can be, both ends included; null for other kinds"),
        refersTo: RecordType.nullable().describe("The type of the record that a reference names"),
      }),
    ),
    composed: z
      .array(
        z.strictObject({
          key: FieldKey,
          label: z.string(),
          template: z.string().describe("The text with its parts in braces"),
          parts: z.array(
            z.strictObject({
              type: RecordType.describe("The type of the record that holds the part"),
              field: FieldKey,
              isOwn: z.boolean().describe("Whether the record itself holds the part, rather than one it refers to"),
            }),
          ),
        }),
      )
      .describe("Meanings that are made of others, such as a name of its parts: shown, never compared or changed"),
    creation: z
      .strictObject({ required: z.array(FieldKey), defaults: z.record(FieldKey, Json) })
      .describe("What a new record must have, and what it has where the creation says nothing"),
  })
  .meta({ id: "RecordTypeInfo" });

const identity = {
  id: ConnectionId,
  name: z.string(),
  baseUrl: z.string(),
  mode: z.enum(["test", "live"]),
  apiVersion: z.string(),
};

const ConnectionHealth = z
  .strictObject({
    state: z.enum(["up", "slow", "down", "paused", "not tried"]),
    lastOkAt: Timestamp.nullable(),
    lastFailedAt: Timestamp.nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: "ConnectionHealth" });

export const ListedConnection = z
  .strictObject({
    ...identity,
    version: z.int().describe("Counts its changes; a change names the one that was seen"),
    isFromEnvironment: z
      .boolean()
      .describe("Whether the operator keeps its name, address, key and mode in the settings of the server"),
    isAdministered: z.boolean().describe("Whether the caller may change it"),
    archivedAt: Timestamp.nullable().describe("Since when it is out of use: it can be read, and nothing is sent"),
    profileName: z.string(),
    health: ConnectionHealth,
    directories: z.int().describe("How many index versions are known, without the standard one"),
    records: z.int().describe("How many records were read in the standard index"),
    key: z
      .strictObject({ lastFour: z.string(), setAt: Timestamp })
      .nullable()
      .describe("The end of the key, and since when it is used; null where the operator keeps it"),
    fixedApiVersion: z
      .string()
      .nullable()
      .describe("The API version that is asked for whatever the profile says; null for that of the profile"),
    requestBudget: z.int().nullable().describe("How many calls a minute are made at most; null for no limit of ours"),
    staleAfterHours: z.int().describe("The age beyond which a reading is called old"),
    recordsAtOnce: z.int().describe("How many records of a change set are sent at once, at most"),
    approvals: z
      .strictObject({
        required: z.int(),
        ownCounts: z.boolean(),
        reasonRequired: z.boolean(),
        applyAgeHours: z.int().nullable(),
      })
      .describe(
        "What a change needs: how many people have to approve it, whether its author counts, a reason, and how old a reading of what it was decided on may be",
      ),
  })
  .meta({ id: "ListedConnection" });
export type ListedConnection = z.infer<typeof ListedConnection>;

export const ConnectionList = z.strictObject({ items: z.array(ListedConnection) }).meta({ id: "ConnectionList" });
export type ConnectionList = z.infer<typeof ConnectionList>;

export const ConnectionPause = z
  .strictObject({
    paused: z
      .strictObject({ by: Actor, at: Timestamp })
      .nullable()
      .describe("Who paused the sending of all its change sets"),
  })
  .meta({ id: "ConnectionPause" });
export type ConnectionPause = z.infer<typeof ConnectionPause>;

export const ReadingPause = z
  .strictObject({
    paused: z
      .strictObject({ by: Actor, at: Timestamp })
      .nullable()
      .describe("Who paused the reading of old records by itself"),
  })
  .meta({ id: "ReadingPause" });
export type ReadingPause = z.infer<typeof ReadingPause>;

export const Connection = z
  .strictObject({
    ...identity,
    profile: z.strictObject({ name: z.string(), hash: z.string() }),
    headers: z
      .strictObject({ apiVersion: z.string(), index: z.string(), credential: z.string() })
      .describe("The names of the headers for the API version, the index and the key"),
    health: ConnectionHealth,
    standardIndexId: IndexId,
    indexVersions: z
      .enum(["copy", "overlay-by-field", "overlay-by-record"])
      .describe(
        "What an index version is to the standard index, by the profile: a stand-alone copy, or an overlay whose fields or records follow the standard index until they are first written there",
      ),
    capabilities: z.array(Capability),
    recordTypes: z.array(RecordTypeInfo),
    missingRecord: z
      .strictObject({ status: z.int(), code: z.string() })
      .describe("How the gateway answers for a record that does not exist in the directory"),
    rosterIds: z
      .strictObject({
        schedulePrefix: z.string(),
        practitionerPrefix: z.string(),
        otherPrefixes: z.record(z.string(), z.string()).describe("Prefixes of other ids, with the name of each"),
        lookUps: z
          .array(
            z.strictObject({
              type: RecordType,
              meaning: FieldKey,
              match: z.enum(["exact", "text"]),
              label: z.string(),
            }),
          )
          .describe("By what else than its id the service finds a practitioner or a schedule"),
      })
      .describe("How the ids of a pasted roster are told apart"),
    defaultRegion: z.string(),
    timeZone: z.string().describe("The time zone whose days decide what is overdue, by its profile"),
    staleAfterS: z.int().describe("The age in seconds beyond which a reading is called old"),
    isArchived: z.boolean().describe("Whether it is out of use: it can be read, and nothing is sent"),
    ...ConnectionPause.shape,
    samples: z.boolean().describe("True if a sample roster and plan catalogue are available"),
    lastEventId: z
      .string()
      .describe("`Last-Event-ID` of a stream of events that misses nothing of what changes after this answer"),
  })
  .meta({ id: "Connection" });
export type Connection = z.infer<typeof Connection>;

export const Samples = z.strictObject({ roster: z.string(), plans: z.string() }).meta({ id: "Samples" });
export type Samples = z.infer<typeof Samples>;
