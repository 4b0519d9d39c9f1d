import { z } from "zod";
import { Actor, FieldKey, IndexId, RecordId, RecordType, Timestamp } from "#/ids.ts";
import { Json } from "#/json.ts";
import { maxLength } from "#/limits.ts";
import { trimmedText } from "#/trimmed-text.ts";

const ProfileContent = z
  .record(z.string(), Json)
  .describe("The content of a profile file: validated by the profile's schema; errors name the pointer");

export const ProfileRevision = z
  .strictObject({
    number: z.int(),
    name: z.string(),
    hash: z.string(),
    isOfSettings: z.boolean().describe("True for a return to the profile of the settings"),
    createdAt: Timestamp,
    createdBy: Actor,
    why: z.string().nullable(),
  })
  .meta({ id: "ProfileRevision" });
export type ProfileRevision = z.infer<typeof ProfileRevision>;

/** The profile in force and its source: the newest revision takes precedence over the settings. */
export const ProfileInForce = z
  .strictObject({
    name: z.string(),
    hash: z.string(),
    revision: z.int().describe("The newest revision; 0 if none was saved"),
    source: z.enum(["saved", "settings", "shipped"]),
    isGivenInSettings: z.boolean().describe("True when SERVICE_PROFILE names a file"),
    content: ProfileContent,
    shipped: z
      .array(z.strictObject({ name: z.string(), content: ProfileContent }))
      .describe("The profiles shipped with the console, as starting points"),
    revisions: z.array(ProfileRevision).describe("Newest first, the last 100"),
  })
  .meta({ id: "ProfileInForce" });
export type ProfileInForce = z.infer<typeof ProfileInForce>;

export const StoredProfile = z
  .strictObject({ revision: z.int(), content: ProfileContent })
  .meta({ id: "StoredProfile" });
export type StoredProfile = z.infer<typeof StoredProfile>;

export const CheckProfileInput = z
  .strictObject({
    profile: ProfileContent,
    read: z
      .strictObject({ practitioner: RecordId.optional(), schedule: RecordId.optional(), indexId: IndexId.optional() })
      .optional()
      .describe("Records to read with the profile; if omitted, nothing is sent"),
  })
  .meta({ id: "CheckProfileInput" });
export type CheckProfileInput = z.infer<typeof CheckProfileInput>;

export const ProfileProblem = z
  .strictObject({ pointer: z.string(), message: z.string() })
  .meta({ id: "ProfileProblem" });
export type ProfileProblem = z.infer<typeof ProfileProblem>;

export const ProfileReading = z
  .strictObject({
    indexId: IndexId.nullable(),
    calls: z.array(z.strictObject({ method: z.string(), path: z.string(), status: z.int().nullable() })),
    meanings: z.array(
      z.strictObject({
        type: z.string(),
        meaning: z.string(),
        kind: z.string(),
        owner: z.string(),
        pointer: z.string(),
        status: z.enum(["found", "absent", "misfit", "not-read"]),
        detail: z.string(),
        samples: z.array(z.strictObject({ id: z.string(), raw: Json, decoded: Json })),
      }),
    ),
    unnamed: z.array(z.strictObject({ type: z.string(), pointer: z.string(), sample: z.string() })),
    problems: z.array(ProfileProblem),
    notTried: z.array(z.string()),
  })
  .meta({ id: "ProfileReading" });
export type ProfileReading = z.infer<typeof ProfileReading>;

export const StrandedField = z
  .strictObject({
    type: RecordType,
    field: FieldKey.nullable().describe("Null if the profile lacks the whole record type"),
    applied: z.int().describe("Overrides that are in the service"),
    held: z.int().describe("Overrides that are not in the service; the gateway answers 502 for their records"),
    drafts: z.int(),
    detail: z.string(),
  })
  .meta({ id: "StrandedField" });
export type StrandedField = z.infer<typeof StrandedField>;

/** The problems of a profile, and how it would read records. */
export const CheckedProfile = z
  .strictObject({
    problems: z.array(ProfileProblem).describe("The problems with their pointers; empty if the profile can be used"),
    name: z.string().nullable(),
    hash: z.string().nullable(),
    reading: ProfileReading.nullable(),
    stranded: z
      .array(StrandedField)
      .describe(
        "Fields with overrides or drafts that this profile cannot read or write; saving it needs `acceptsStranded`",
      ),
  })
  .meta({ id: "CheckedProfile" });
export type CheckedProfile = z.infer<typeof CheckedProfile>;

export const SaveProfileInput = z
  .strictObject({
    profile: ProfileContent.nullable().describe("null for a return to the profile of the settings"),
    revision: z.int().describe("The newest revision when the editing began"),
    why: trimmedText().max(maxLength.reason).nullable().default(null),
    acceptsStranded: z
      .boolean()
      .default(false)
      .describe("True to save the profile although it lacks fields that have overrides or drafts"),
  })
  .meta({ id: "SaveProfileInput" });
export type SaveProfileInput = z.input<typeof SaveProfileInput>;
