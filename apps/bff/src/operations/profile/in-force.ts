import { parseJson } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { Store } from "#/store/engine/database.ts";
import { type ProfileRevisionRow, selectNewestRevision } from "#/store/tables/connections/profile-revisions.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import { parseProfile, type SettingsProfile } from "#/upstream/settings-profile.ts";

/**
 * Prepares a profile and returns a function that activates it in this process. The ledger is stored by meanings, so
 * nothing in it has to change. Throws if the service cannot be called by this profile.
 */
export function prepareProfile(deps: Deps, profile: ServiceProfile): () => void {
  if (deps.service.profile.hash === profile.hash) return () => undefined;
  const putInForce = deps.service.prepare(profile);
  return () => {
    putInForce();
    deps.connection = { ...deps.connection, apiVersion: deps.service.apiVersionBy(profile) };
  };
}

interface Judging {
  settings: SettingsProfile;
  /** Throws if the service cannot be called by this profile. */
  requireUsable: (profile: ServiceProfile) => void;
  onUnusable: (revision: number, error: unknown) => void;
}

/** The profile to start with: the newest saved revision, else the profile of the settings. */
export async function profileInForce(
  store: Store,
  { connectionId, ...judging }: Judging & { connectionId: string },
): Promise<ServiceProfile> {
  const newest = await selectNewestRevision(store.db, connectionId);
  return newest === undefined ? judging.settings.profile : profileOf(newest, judging);
}

/** Activates a revision that another process saved. */
export async function reloadSavedProfile(deps: Deps): Promise<void> {
  const newest = await selectNewestRevision(deps.store.db, deps.connection.id);
  if (newest === undefined || newest.hash === deps.service.profile.hash) return;
  const judging: Judging = {
    settings: deps.settingsProfile,
    requireUsable: (profile) => void deps.service.prepare(profile),
    onUnusable: () => undefined,
  };
  prepareProfile(deps, profileOf(newest, judging))();
}

function profileOf(
  { content, number }: ProfileRevisionRow,
  { settings, requireUsable, onUnusable }: Judging,
): ServiceProfile {
  if (content === null) return settings.profile;
  try {
    const profile = parseProfile(parseJson(content));
    requireUsable(profile);
    return profile;
  } catch (error) {
    // A newer version may reject a saved profile, and the key may have changed. With the settings' profile people can
    // still sign in and correct it.
    onUnusable(number, error);
    return settings.profile;
  }
}
