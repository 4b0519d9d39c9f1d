import { z } from "zod";
import { Bookable } from "#/records/bookable.ts";
import { ChangeState, VerdictCounts } from "#/records/comparison.ts";
import { ExportFormat } from "#/export-format.ts";
import { Actor, IndexId, prefixedId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { takenBackOf } from "#/taken-back.ts";
import { trimmedText } from "#/trimmed-text.ts";

export const RosterSource = z.enum(["paste", "csv", "link", "followed", "copied", "created", "sample"]);
export const RosterState = z.enum(["waiting", "found", "missing", "failed"]);

/** A practitioner or schedule known to us in an index, with where its id came from and when it was last seen. */
export const RosterEntry = z
  .strictObject({
    record: RecordKey,
    name: z.string().nullable(),
    practitioner: z.strictObject({ id: RecordId, name: z.string().nullable() }).nullable(),
    bookable: Bookable.nullable().describe(
      "Whether it can be booked, by what the record said when it was last read; null where it or the profile does not say",
    ),
    schedules: z.int().nullable().describe("Known schedules of a practitioner; null for a schedule"),
    state: RosterState,
    words: z.string().nullable().describe("Why it is missing or failed"),
    source: RosterSource,
    sourceDetail: z.string().nullable(),
    addedAt: Timestamp,
    addedBy: Actor,
    lastSeenAt: Timestamp.nullable(),
    counts: VerdictCounts.nullable().describe("Of a practitioner with its schedules; null before the first comparison"),
    unknown: z.int().describe("Changes, of a practitioner with its schedules, whose outcome is unknown"),
    atRest: z.int().describe("The same of live changes that are at rest: what they were decided on moved"),
    overdue: z
      .boolean()
      .describe(
        "Whether a practitioner should have been verified before today, or the last day of an override has passed",
      ),
    life: z
      .strictObject({ op: z.enum(["create", "delete"]), state: ChangeState, changeId: z.string() })
      .nullable()
      .describe("The change that creates or deletes the record"),
  })
  .meta({ id: "RosterEntry" });
export type RosterEntry = z.infer<typeof RosterEntry>;

export const RosterQuery = PageQuery.extend({
  type: z.enum(["practitioner", "schedule"]).default("practitioner").describe("Which records are listed"),
  q: z.string().max(maxLength.search).optional().describe("Search text for names and ids"),
  state: RosterState.optional().describe("Only records that were last read so"),
  sort: z
    .enum(["name", "need", "added"])
    .default("name")
    .describe(
      "`need`: by conflicts, changes of unknown outcome, what moved, changes at rest, overdue, what differs, held changes, drafts; most first",
    ),
});
export type RosterQuery = z.infer<typeof RosterQuery>;
export const RosterExportQuery = RosterQuery.omit({ cursor: true, limit: true, type: true }).extend({
  format: ExportFormat,
});
export const RosterPage = pageOf(RosterEntry).meta({ id: "RosterPage" });
export type RosterPage = z.infer<typeof RosterPage>;

export const RosterImportId = prefixedId("imp");
export const CreateRosterImportInput = z
  .discriminatedUnion("from", [
    z.strictObject({
      from: z.literal("text"),
      text: z.string().min(1, "must not be empty").max(maxLength.pastedText),
      source: z.enum(["paste", "csv", "link", "sample"]).default("paste"),
    }),
    z.strictObject({ from: z.literal("index"), indexId: IndexId }),
    z.strictObject({
      from: z.literal("roster").describe("Reads every record of this roster again, here and in the standard index"),
    }),
  ])
  .meta({
    id: "CreateRosterImportInput",
    examples: [{ from: "text", text: "name,id\nDr. Ada Okafor,pra_4Gd8sWq2Lx", source: "csv" }],
  });
export type CreateRosterImportInput = z.infer<typeof CreateRosterImportInput>;

/** An import into a roster: each id of the list is read once in the index. */
export const RosterImport = z
  .strictObject({
    id: RosterImportId,
    indexId: IndexId,
    from: z
      .enum(["text", "index", "roster"])
      .nullable()
      .describe("Where its lines come from: `roster` reads the roster itself again; null for older imports"),
    state: z.enum(["running", "done"]),
    lines: z.strictObject({
      total: z.int(),
      waiting: z.int(),
      found: z.int(),
      missing: z.int(),
      failed: z.int(),
      repeat: z.int(),
      bad: z.int(),
      ambiguous: z.int(),
    }),
    records: z.strictObject({
      read: z.int(),
      practitioners: z.int(),
      schedules: z.int(),
      known: z.int().describe("Schedules that came with practitioners because rosters of other directories have them"),
    }),
    createdAt: Timestamp,
    createdBy: Actor,
    finishedAt: Timestamp.nullable(),
    mayBeTakenBack: z
      .boolean()
      .describe(
        "Once it is done, and unless it only read again, was taken back, or is of before what it added was kept",
      ),
    takenBack: takenBackOf(
      z.strictObject({
        record: RecordKey,
        name: z.string().nullable(),
        why: z.enum(["changed", "verified", "decided", "answered", "listed again", "used by what is left"]),
      }),
    ).nullable(),
    stopped: z
      .strictObject({ by: Actor, at: Timestamp, notRead: z.int().describe("So many lines are still not read") })
      .nullable()
      .describe("Who stopped it before all lines were read"),
    waitsForBudget: z
      .int()
      .nullable()
      .describe("The calls a minute of the request budget, while it waits because they are used up"),
  })
  .meta({ id: "RosterImport" });
export type RosterImport = z.infer<typeof RosterImport>;

export const RosterImportPage = pageOf(RosterImport).meta({ id: "RosterImportPage" });
export type RosterImportPage = z.infer<typeof RosterImportPage>;

export const RosterImportLineState = z.enum(["waiting", "found", "missing", "failed", "repeat", "bad", "ambiguous"]);
export const RosterImportLine = z
  .strictObject({
    line: z.int(),
    text: z.string(),
    record: RecordKey.nullable(),
    practitionerId: RecordId.nullable(),
    state: RosterImportLineState,
    words: z.string().nullable().describe("What is wrong and what would be right"),
    choices: z
      .array(
        z.strictObject({
          record: RecordKey,
          name: z.string().nullable(),
          detail: z.string().describe("Where one finds them: places and phone numbers; may be empty"),
          isNear: z.boolean().describe("Called similarly, not so"),
        }),
      )
      .describe("Of an ambiguous line, whom it may mean; of a missing one, who is called similarly, the nearest first"),
  })
  .meta({ id: "RosterImportLine" });
export type RosterImportLine = z.infer<typeof RosterImportLine>;

export const RosterImportLineQuery = PageQuery.extend({
  state: RosterImportLineState.optional().describe("Only lines in this state"),
});
export const RosterImportLinePage = pageOf(RosterImportLine).meta({ id: "RosterImportLinePage" });
export type RosterImportLinePage = z.infer<typeof RosterImportLinePage>;

/** The corrected text of a line that could not be added, or whom an ambiguous one means; it is read again. */
export const CorrectRosterImportLineInput = z
  .strictObject({
    text: trimmedText().min(1).max(2000).optional(),
    record: RecordKey.optional().describe("One of its choices, which is remembered for the spelling"),
  })
  .refine(({ text, record }) => (text === undefined) !== (record === undefined), {
    path: ["text"],
    error: "must be the corrected text, or left out where `record` is chosen",
  })
  .meta({ id: "CorrectRosterImportLineInput" });
export type CorrectRosterImportLineInput = z.infer<typeof CorrectRosterImportLineInput>;
