import { z } from "zod";
import { Actor, prefixedId, RecordId, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { trimmedText } from "#/trimmed-text.ts";

export const ReferrerId = prefixedId("ref");

const ReferrerName = trimmedText().min(1, "must not be empty").max(maxLength.name);
const PractitionerId = RecordId.nullable().describe("The referrer's own id in the service, where there is one");
const OwnerId = z
  .string()
  .max(64)
  .nullable()
  .describe("Oneself, or somebody whom the caller sees: as an owner, in Activity, or among the people one administers");
const Contact = z.string().max(maxLength.notes).describe("How to reach the referrer");

/** The referrer of an index version, as it is named there. */
export const NamedReferrer = z
  .strictObject({ id: ReferrerId, name: z.string(), practitionerId: PractitionerId })
  .meta({ id: "NamedReferrer" });
export type NamedReferrer = z.infer<typeof NamedReferrer>;

const CreateAnother = z
  .boolean()
  .describe(
    "Whether it may have a name that another referrer which the caller sees has; refused with `already_exists` without it",
  );

/** Which referrer an index version is for: one that is known, by its id, or a new one, by its name. A name chooses none. */
export const ReferrerChoice = z
  .union([
    z.strictObject({ id: ReferrerId }),
    z.strictObject({
      name: ReferrerName,
      practitionerId: PractitionerId.default(null),
      createAnother: CreateAnother.default(false),
    }),
  ])
  .meta({ id: "ReferrerChoice" });
export type ReferrerChoice = z.infer<typeof ReferrerChoice>;

/** Somebody for whom index versions are made, usually a practitioner who refers patients. Several may have one name. */
export const Referrer = z
  .strictObject({
    id: ReferrerId,
    name: z.string(),
    practitionerId: PractitionerId,
    contact: z.string(),
    owner: z.strictObject({ id: z.string(), name: z.string() }).nullable().describe("The person who looks after it"),
    indexVersions: z.int().describe("How many index versions are made for it, without archived ones"),
    createdAt: Timestamp,
    createdBy: Actor,
    archivedAt: Timestamp.nullable(),
    version: z.int(),
  })
  .meta({ id: "Referrer" });
export type Referrer = z.infer<typeof Referrer>;

/** The people who look after referrers that are not archived. */
export const ReferrerOwners = z
  .strictObject({ items: z.array(z.strictObject({ id: z.string(), name: z.string() })) })
  .meta({ id: "ReferrerOwners" });
export type ReferrerOwners = z.infer<typeof ReferrerOwners>;

export const ReferrerQuery = PageQuery.extend({
  q: z.string().max(maxLength.search).optional().describe("Search text for name or practitioner id"),
  state: z.enum(["active", "archived"]).default("active").describe("Only those in this state"),
});
export type ReferrerQuery = z.infer<typeof ReferrerQuery>;
export const ReferrerPage = pageOf(Referrer).meta({ id: "ReferrerPage" });
export type ReferrerPage = z.infer<typeof ReferrerPage>;

export const CreateReferrerInput = z
  .strictObject({
    name: ReferrerName,
    practitionerId: PractitionerId.default(null),
    contact: Contact.default(""),
    ownerId: OwnerId.default(null),
    createAnother: CreateAnother.default(false),
  })
  .meta({ id: "CreateReferrerInput" });
export type CreateReferrerInput = z.infer<typeof CreateReferrerInput>;

export const UpdateReferrerInput = z
  .strictObject({
    name: ReferrerName.optional(),
    practitionerId: PractitionerId.optional(),
    contact: Contact.optional(),
    ownerId: OwnerId.optional(),
    createAnother: CreateAnother.optional(),
    archived: z.boolean().optional(),
    withDirectories: z
      .boolean()
      .optional()
      .describe(
        "Whether to archive it though it has directories that are not archived; refused with `wrong_state` without it",
      ),
    version: z
      .int()
      .describe("The version that was edited; if it has changed in the meantime, the answer is version_mismatch"),
  })
  .meta({ id: "UpdateReferrerInput" });
export type UpdateReferrerInput = z.infer<typeof UpdateReferrerInput>;
