import { z } from "zod";
import { Actor, IndexId, prefixedId, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { trimmedText } from "#/trimmed-text.ts";
import { Brief } from "./briefs.ts";
import { SharedAnswer } from "./claims.ts";

export const ShareLinkId = prefixedId("shl");

/** Lets somebody without an account read the brief of one directory. */
export const ShareLink = z
  .strictObject({
    id: ShareLinkId,
    index: z.strictObject({ id: IndexId, name: z.string() }),
    sharedWith: z.string(),
    createdBy: Actor,
    createdAt: Timestamp,
    expiresAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
    worksNow: z
      .boolean()
      .describe(
        "False while whoever made it may not stage here, or the directory is archived or of another referrer than then",
      ),
  })
  .meta({ id: "ShareLink" });
export type ShareLink = z.infer<typeof ShareLink>;

export const ShareLinkList = z
  .strictObject({
    items: z.array(ShareLink).describe("Those that are neither revoked nor over, the newest first, at most 200"),
    total: z.int(),
  })
  .meta({ id: "ShareLinkList" });
export type ShareLinkList = z.infer<typeof ShareLinkList>;

export const ShareLinkDays = z.literal([7, 30, 90], "must be 7, 30 or 90");

export const CreateShareLinkInput = z
  .strictObject({
    sharedWith: trimmedText().min(1, "must say who gets the link").max(maxLength.personName),
    days: ShareLinkDays.default(30).describe("After how many days it ends"),
  })
  .meta({ id: "CreateShareLinkInput" });
export type CreateShareLinkInput = z.infer<typeof CreateShareLinkInput>;

export const CreatedShareLink = z
  .strictObject({
    link: ShareLink,
    secret: z
      .string()
      .describe("Told once. The page `/brief#` with it reads the brief; the fragment is sent to no server"),
  })
  .meta({ id: "CreatedShareLink" });
export type CreatedShareLink = z.infer<typeof CreatedShareLink>;

/** A brief for whoever has its link. */
export const SharedBrief = Brief.omit({ earlier: true })
  .extend({
    sharedBy: z.string(),
    sharedWith: z.string(),
    expiresAt: Timestamp,
    phoneRegion: z.string().describe("The country whose numbers are written without a calling code"),
    answers: z.array(SharedAnswer).describe("What was said with the link, the newest first; empty on further pages"),
  })
  .meta({ id: "SharedBrief" });
export type SharedBrief = z.infer<typeof SharedBrief>;
