import { z } from "zod";
import { ExportFormat } from "#/export-format.ts";
import { Actor, Day, IndexId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { maxLength, maxVerifiedAtOnce } from "#/limits.ts";
import { ReferrerId } from "#/directories/referrers.ts";
import { PersonId } from "#/people/people.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { trimmedText } from "#/trimmed-text.ts";

const How = z.enum(["phone", "e-mail", "letter", "in person", "website", "other"]);

/** Says that records are right as they stand; it changes no value. */
export const VerifyInput = z
  .strictObject({
    of: z
      .array(
        z.strictObject({
          indexId: IndexId,
          practitionerId: RecordId.optional().describe("With all schedules, and what these share with others"),
          record: RecordKey.optional().describe("One record alone"),
          says: z
            .string()
            .max(64)
            .optional()
            .describe(
              "A hash of what was read to them: of the record, from a statement; of the practitioner, from the view. Left out if it says otherwise now",
            ),
        }),
      )
      .min(1, "must name at least one directory, practitioner or record")
      .max(maxVerifiedAtOnce)
      .describe("An index version without a practitioner or a record stands for its whole roster"),
    saidBy: trimmedText().min(1, "must say who said so").max(maxLength.personName),
    how: How,
    verifiedOn: Day.describe("On which day they said so: today or earlier"),
    askAgainOn: Day.nullable()
      .default(null)
      .describe("After `verifiedOn`; null for as many days later as the connection asks for"),
    note: trimmedText().max(maxLength.reason).nullable().default(null),
    unsettled: z
      .enum(["leave out", "verify"])
      .default("leave out")
      .describe("What becomes of a practitioner, or a record, where base or the index moved and nobody settled it"),
  })
  .refine(({ verifiedOn, askAgainOn }) => askAgainOn === null || askAgainOn > verifiedOn, {
    path: ["askAgainOn"],
    error: "must be after the day on which it was verified",
  })
  .meta({
    id: "VerifyInput",
    examples: [
      {
        of: [{ indexId: "idx_7Hn3cJx5Ua", practitionerId: "pra_4Gd8sWq2Lx" }],
        saidBy: "Front desk, Harbour Row",
        how: "phone",
        verifiedOn: "2026-11-27",
      },
    ],
  });
export type VerifyInput = z.infer<typeof VerifyInput>;

const count = z.int();
const NamedPractitioner = { practitionerId: RecordId, name: z.string().nullable() };

export const Verified = z
  .strictObject({
    practitioners: count.describe("In directories: one in two of them counts twice"),
    records: count,
    askAgainOn: Day,
    leftOut: z
      .array(z.strictObject({ indexId: IndexId, record: RecordKey }))
      .describe(
        "Practitioners and records that were never read, where something waits for a decision, or that say otherwise by now; at most 200 of them",
      ),
    leftOutTotal: count,
  })
  .meta({ id: "Verified" });
export type Verified = z.infer<typeof Verified>;

/** Who said last that something is right. */
export const Verification = z
  .strictObject({
    saidBy: z.string(),
    how: z
      .enum([...How.options, "evidence", "share link"])
      .describe(
        "`evidence`: that of a change. `share link`: an answer to a brief; `note` says with whom it was shared",
      ),
    note: z.string().nullable(),
    verifiedOn: Day,
    askAgainOn: Day,
    by: Actor.describe("Who wrote it down"),
    at: Timestamp,
  })
  .meta({ id: "Verification" });
export type Verification = z.infer<typeof Verification>;

/** Until when a practitioner in a directory is verified. */
const due = {
  dueOn: Day.nullable().describe(
    "When to ask again; of one that was never verified, as long after it was added. Null where there is nothing to verify",
  ),
  state: z.enum(["overdue", "soon", "in time"]).describe("`soon`: within 14 days"),
  changedSince: count.describe("Values that say something else than was verified, or are new since"),
};

/** A practitioner in a directory, as far as it is verified. */
export const VerifiedEntry = z
  .strictObject({
    ...due,
    last: Verification.nullable().describe("The last of its records to be verified; null for none"),
    readSince: z.boolean().describe("Whether each of its records was read since it was verified"),
    unverified: z
      .array(z.strictObject({ record: RecordKey, field: z.string() }))
      .describe("Fields that were never verified, or say something else than was verified; at most 100"),
    says: z.string().describe("A hash of what its records say in this answer, to verify it with"),
  })
  .meta({ id: "VerifiedEntry" });
export type VerifiedEntry = z.infer<typeof VerifiedEntry>;

export const VerificationQuery = PageQuery.extend({
  due: z
    .enum(["overdue", "soon", "in time", "changed", "all"])
    .default("soon")
    .describe("`soon`: overdue, or within 14 days; `in time`: later"),
  q: z.string().max(maxLength.search).optional().describe("A part of the practitioner's name, or the id"),
  practitionerId: RecordId.optional(),
  indexId: IndexId.optional().describe("Only this directory"),
  referrerId: ReferrerId.optional().describe("Only directories of this referrer"),
  ownerId: PersonId.optional().describe("The person who looks after the referrer"),
  place: trimmedText()
    .max(maxLength.name)
    .optional()
    .describe("Part of the name of a place where the practitioner works"),
});
export type VerificationQuery = z.infer<typeof VerificationQuery>;

export const VerificationExportQuery = VerificationQuery.omit({ cursor: true, limit: true }).extend({
  format: ExportFormat,
});

export const VerificationRow = z
  .strictObject({
    ...NamedPractitioner,
    place: z
      .strictObject({ name: z.string(), overdue: count, entries: count })
      .nullable()
      .describe("The first place of the practitioner by name, with what is listed there"),
    dueOn: Day.describe("The earliest of its directories"),
    entries: z.array(
      z.strictObject({
        indexId: IndexId,
        indexName: z.string(),
        owner: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
        ...due,
        dueOn: Day,
        unsettled: z.boolean().describe("Whether base or the index moved there, and nobody settled it"),
        last: Verification.nullable().describe("The last of its records there to be verified; null for none"),
      }),
    ),
  })
  .meta({ id: "VerificationRow" });
export type VerificationRow = z.infer<typeof VerificationRow>;

/** Those of one place together, the place with what is due first before others. */
export const VerificationPage = pageOf(VerificationRow)
  .extend({
    today: Day.describe("In the connection's time zone"),
    askAgainAfterDays: count,
    counts: z
      .strictObject({ overdue: count, soon: count, inTime: count, changed: count })
      .describe("Practitioners in directories, whatever is asked of when they are due"),
    weeks: z
      .array(z.strictObject({ week: count, count }))
      .describe("How many are due in each week from today on; those below 0 are over"),
  })
  .meta({ id: "VerificationPage" });
export type VerificationPage = z.infer<typeof VerificationPage>;

export const VerificationSettings = z
  .strictObject({
    askAgainAfterDays: z.int("must be a whole number").min(1, "must be at least 1").max(3_650, "must be at most 3650"),
    holidays: z
      .array(Day)
      .max(400, "must be at most 400 days")
      .default([])
      .describe("Days on which nobody works; with Saturdays and Sundays they are no business days"),
    version: z.int().describe("The version of the connection"),
  })
  .meta({ id: "VerificationSettings" });
export type VerificationSettings = z.infer<typeof VerificationSettings>;
export const SaveVerificationSettingsInput = VerificationSettings.extend({
  version: VerificationSettings.shape.version
    .optional()
    .describe("The one over which they are saved: refused where it is another one by now"),
}).meta({ id: "SaveVerificationSettingsInput" });
export type SaveVerificationSettingsInput = z.infer<typeof SaveVerificationSettingsInput>;
