import { z } from "zod";
import { Actor, Day, IndexId, RecordId, Timestamp } from "#/ids.ts";
import { Json } from "#/json.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";

/** One row of the journal: who did what, before, after, why. */
export const JournalEntry = z
  .strictObject({
    id: z.string(),
    number: z
      .int()
      .nullable()
      .describe(
        "Its number in the sealed record; null until it is sealed, and for whoever is limited to some referrers",
      ),
    at: Timestamp,
    actor: Actor,
    action: z.string().describe("Noun and verb, such as `change-set.apply`"),
    subject: z.string(),
    sentence: z.string(),
    indexId: IndexId.nullable(),
    indexName: z.string().nullable().describe("The name of the index version now"),
    before: Json.nullable(),
    after: Json.nullable(),
    why: z.string().nullable(),
    requestId: z.string().nullable(),
    address: z.string().nullable().describe("Where the request came from; told to administrators only"),
  })
  .meta({ id: "JournalEntry" });
export type JournalEntry = z.infer<typeof JournalEntry>;

/** What narrows the journal; what is left out matches everything. */
export const ActivityFilter = z.strictObject({
  indexId: IndexId.optional().describe("What happened in this index version"),
  subject: z.string().max(200).optional().describe("Id of what it happened to, such as a change set or a person"),
  actorId: z.string().max(200).optional().describe("Id of the person, token or part of the console that did it"),
  recordId: RecordId.optional().describe("What happened to this record, and to changes of it"),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z-]+(?:\.[a-z-]+)?$/, "must be a noun such as `change-set`, or an action such as `change-set.apply`")
    .optional()
    .describe("An action, or its noun for all actions of it"),
  from: Day.optional().describe("Of this day (UTC) or later"),
  to: Day.optional().describe("Of this day (UTC) or earlier"),
  q: z.string().max(maxLength.search).optional().describe("Text of names, values, reasons and ids, whatever its case"),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;

export const ActivityQuery = PageQuery.extend(ActivityFilter.shape);
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** The most entries of one export. */
export const maxActivityExport = 100_000;
export const ActivityExportQuery = ActivityFilter.extend({
  format: z
    .enum(["csv", "xlsx", "json", "jsonl"])
    .default("csv")
    .describe("A table, a list as JSON, or one entry as JSON a line"),
});
export type ActivityExportQuery = z.infer<typeof ActivityExportQuery>;

export const ActivityActors = z
  .strictObject({ items: z.array(Actor).describe("By name; at most 200") })
  .meta({ id: "ActivityActors" });
export type ActivityActors = z.infer<typeof ActivityActors>;

export const ActivityPage = pageOf(JournalEntry)
  .extend({
    sealedTo: z
      .int()
      .nullable()
      .describe(
        "The record is sealed up to the entry of this number. Null where nothing is sealed yet, and for whoever is limited to some referrers",
      ),
  })
  .meta({ id: "ActivityPage" });
export type ActivityPage = z.infer<typeof ActivityPage>;
