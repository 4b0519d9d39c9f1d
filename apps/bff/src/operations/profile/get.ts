import { ProfileInForce, StoredProfile } from "@dc/contract";
import { parseJson } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectNewestRevision, selectRevision, selectRevisions } from "#/store/tables/connections/profile-revisions.ts";
import { shippedProfiles } from "#/upstream/service.ts";

/** The active profile, its source, and the earlier revisions. */
export async function getProfile({ connection, deps }: RequestContext): Promise<ProfileInForce> {
  const { db } = deps.store;
  const newest = await selectNewestRevision(db, connection.id);
  const { profile } = deps.service;
  const isSaved = newest !== undefined && newest.content !== null && newest.hash === profile.hash;
  const { isGiven, content } = deps.settingsProfile;
  return ProfileInForce.parse({
    name: profile.name,
    hash: profile.hash,
    revision: newest?.number ?? 0,
    source: isSaved ? "saved" : isGiven ? "settings" : "shipped",
    isGivenInSettings: isGiven,
    content: isSaved ? parseJson(newest.content ?? "{}") : content,
    shipped: Object.entries(shippedProfiles).map(([name, shipped]) => ({ name, content: shipped })),
    revisions: (await selectRevisions(db, connection.id)).map((row) => ({
      number: row.number,
      name: row.name,
      hash: row.hash,
      isOfSettings: row.is_of_settings,
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      why: row.why,
    })),
  });
}

/** The content of a revision; for a return to the settings, their current profile. */
export async function getRevision({ connection, deps }: RequestContext, number: number): Promise<StoredProfile> {
  const row = await selectRevision(deps.store.db, connection.id, number);
  if (row === undefined) throw operationError("not_found", "profile-revision");
  return StoredProfile.parse({
    revision: number,
    content: row.content === null ? deps.settingsProfile.content : parseJson(row.content),
  });
}
