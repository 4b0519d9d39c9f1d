import { z } from "zod";
import { Actor, Day, IndexId, RecordId, Timestamp } from "#/ids.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { toldOf } from "./claims.ts";

const count = z.int();

export const BriefQuery = PageQuery.extend({
  since: Timestamp.optional().describe(
    "What changed after this is told; since the last brief before the end if left out",
  ),
  until: Timestamp.optional().describe("What changed up to this is told; until now if left out"),
}).refine(({ since = "", until }) => until === undefined || !(Date.parse(until) < Date.parse(since)), {
  path: ["until"],
  error: "must not be before since",
});
export type BriefQuery = z.infer<typeof BriefQuery>;

const told = {
  standing: z
    .enum(["set", "held", "ask first"])
    .describe(
      "`set`: said on purpose. `held`: agreed, and not in the service yet: only the console and its gateway say it. `ask first`: standard and directory disagree in a way that nobody settled",
    ),
  text: z.string(),
  saidBy: z.string().nullable().describe("On whose word: the source of the evidence, else who staged it"),
  verifiedOn: Day.nullable(),
  until: Day.nullable().describe("The last day on which it holds, as was said last; null where none was named"),
};

/** What differs from the standard data, as one sentence. */
const BriefSentence = z
  .strictObject({
    ...told,
    since: Timestamp.nullable().describe("Since when the directory says so; null if not known"),
  })
  .meta({ id: "BriefSentence" });
export type BriefSentence = z.infer<typeof BriefSentence>;

export const BriefPractitioner = z
  .strictObject({
    practitionerId: RecordId,
    name: z.string().nullable(),
    places: z.array(z.string()),
    phones: z.array(z.string()).describe("What to call, as the directory spells it"),
    sentences: z.array(BriefSentence),
    verified: z
      .strictObject({ on: Day, saidBy: z.string(), inPart: z.boolean().describe("Some of its values never were") })
      .nullable()
      .describe("The last time somebody said that it, or a value of it, is right"),
    dueOn: Day.nullable().describe("When it is to be verified again"),
    overdue: z.boolean(),
    changedSince: count.describe("Values that say something else than was verified"),
    readAt: Timestamp.nullable().describe("When the oldest of its records was read; null if one never was"),
    state: z.string().describe("A hash of what it says: another one once a value of it is another"),
  })
  .meta({ id: "BriefPractitioner" });
export type BriefPractitioner = z.infer<typeof BriefPractitioner>;

/** What came to be, or ended, between two dates. */
export const BriefChange = z
  .strictObject({
    ...told,
    ...toldOf,
    id: z.string(),
    at: Timestamp,
    practitioner: z.strictObject({ id: RecordId, name: z.string().nullable() }).nullable(),
  })
  .meta({ id: "BriefChange" });
export type BriefChange = z.infer<typeof BriefChange>;

/** A directory in sentences. The first page tells what changed; each page some of who is in it, those that differ first. */
export const Brief = pageOf(BriefPractitioner)
  .extend({
    index: z.strictObject({ id: IndexId, name: z.string() }),
    connectionName: z.string(),
    referrer: z.string().nullable(),
    owner: z
      .strictObject({ name: z.string(), email: z.string() })
      .nullable()
      .describe("Whom to ask: who looks after the referrer"),
    asOf: Timestamp,
    since: Timestamp.nullable().describe("Null where there was no brief before: then no changes are told"),
    until: Timestamp,
    changes: z.array(BriefChange).describe("The newest first, at most 200; empty on further pages"),
    changesTotal: count,
    counts: z.strictObject({
      practitioners: count,
      places: count,
      differing: count,
      verified: count.describe("Practitioners whose every value is verified and in time"),
      overdue: count,
    }),
    oldestReadAt: Timestamp.nullable(),
    earlier: z
      .array(z.strictObject({ at: Timestamp, by: Actor, how: z.enum(["print", "link"]) }))
      .describe("The last 20 briefs that were printed or shared, the newest first"),
  })
  .meta({ id: "Brief" });
export type Brief = z.infer<typeof Brief>;
