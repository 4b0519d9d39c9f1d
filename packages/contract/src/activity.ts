import { z } from "zod";
import { Actor, IndexId, Timestamp } from "./ids.ts";
import { Json } from "./json.ts";
import { PageQuery, pageOf } from "./page.ts";

/** One row of the journal: who did what, before, after, why. */
export const JournalEntry = z
  .strictObject({
    seq: z.int(),
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

export const ActivityQuery = PageQuery.extend({
  indexId: IndexId.optional(),
  subject: z.string().max(200).optional(),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;
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
