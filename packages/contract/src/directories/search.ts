import { fewestPhoneDigits } from "@dc/directory";
import { z } from "zod";
import { IndexId, RecordId, RecordKey } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { trimmedText } from "#/trimmed-text.ts";

const searchKinds = [
  "indexVersions",
  "practitioners",
  "schedules",
  "related",
  "plans",
  "changeSets",
  "people",
] as const;
export type SearchKind = (typeof searchKinds)[number];

export const SearchQuery = z.strictObject({
  q: trimmedText()
    .min(1)
    .max(maxLength.search)
    .describe(`A phone is found by ${fewestPhoneDigits} of its digits or more`),
  indexId: IndexId.optional(),
  near: IndexId.optional().describe("The index version whose entries come first"),
  kind: z.enum(searchKinds).optional().describe("The only kind to be found; the others are empty"),
  cursor: z.string().max(4096).optional().describe("Where a page of the kind begins: its member of `nextCursors`"),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

const FoundIn = z
  .array(z.strictObject({ indexId: IndexId, indexName: z.string() }))
  .describe("At most eight of the directories that have it: the one that is near, then by name");
const NextCursor = z.string().nullable();
const directoryCount = z.int().min(1).describe("The number of directories that have it");

/** A page of each kind of what this console has seen: at most eight, and of practitioners as many again by phone. */
export const SearchResults = z
  .strictObject({
    indexVersions: z.array(
      z.strictObject({
        id: IndexId,
        name: z.string(),
        referrer: z.string().nullable(),
        referrerPractitionerId: RecordId.nullable(),
      }),
    ),
    practitioners: z.array(
      z.strictObject({
        id: RecordId,
        name: z.string().nullable(),
        preferredName: z
          .string()
          .nullable()
          .describe("What the practitioner prefers to be called, where that is something else; null if found by phone"),
        phone: z
          .string()
          .nullable()
          .describe("The phone that was searched for, as spelled; null if found by name or id"),
        directories: FoundIn,
        directoryCount,
      }),
    ),
    schedules: z.array(
      z.strictObject({
        id: RecordId,
        name: z.string().nullable(),
        practitionerId: RecordId.nullable(),
        directories: FoundIn,
        directoryCount,
      }),
    ),
    related: z
      .array(
        z.strictObject({
          indexId: IndexId,
          indexName: z.string(),
          record: RecordKey,
          name: z.string().nullable(),
          practitionerId: RecordId.nullable().describe("The practitioner on whose page the record is shown"),
        }),
      )
      .describe("Records of other types, such as a place that schedules share, each in one directory that has it"),
    plans: z.array(z.strictObject({ id: RecordId, name: z.string().nullable(), payer: z.string().nullable() })),
    changeSets: z.array(z.strictObject({ id: z.string(), name: z.string(), state: z.string() })),
    people: z
      .array(z.strictObject({ id: z.string(), name: z.string(), email: z.string() }))
      .describe("People with an account, for who may invite and disable them; empty for others"),
    nextCursors: z
      .strictObject({
        indexVersions: NextCursor,
        practitioners: NextCursor,
        schedules: NextCursor,
        related: NextCursor,
        plans: NextCursor,
        changeSets: NextCursor,
        people: NextCursor,
      } satisfies Record<SearchKind, z.ZodType>)
      .describe("Of each kind, the cursor of its next page; null where there are no more"),
  })
  .meta({ id: "SearchResults" });
export type SearchResults = z.infer<typeof SearchResults>;

/** What is not known here, to be asked of the service: a number or a text by which its profile says that it finds records. */
export const LookUpQuery = z.strictObject({
  q: trimmedText().min(2).max(maxLength.search).describe("The number or the text"),
  indexId: IndexId.optional().describe("The index version to look in; the standard index without it"),
});
export type LookUpQuery = z.infer<typeof LookUpQuery>;

export const LookUpResults = z
  .strictObject({
    indexId: IndexId,
    by: z.array(z.string()).describe("What the service was asked by; empty where it cannot be asked by this"),
    finds: z.array(
      z.strictObject({
        record: RecordKey,
        name: z.string().nullable(),
        practitionerId: RecordId.nullable().describe("The practitioner on whose page the record is shown"),
        by: z.string(),
      }),
    ),
    more: z.boolean().describe("Whether the service has more than these"),
    failure: z.string().nullable().describe("Why the service could not be asked"),
  })
  .meta({ id: "LookUpResults" });
export type LookUpResults = z.infer<typeof LookUpResults>;
