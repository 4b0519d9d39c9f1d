import type { Deps } from "#/context/deps.ts";
import type { Store } from "#/store/engine/database.ts";
import { type ProfileRevisionRow, selectNewestRevision } from "#/store/tables/profile-revisions.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import { parseProfile, type SettingsProfile } from "#/upstream/settings-profile.ts";

/**
 * Builds what a profile needs, and gives what puts it in force in this process: the ledger is kept by meanings, so nothing of it
 * has to move. Throws where the service cannot be called by it.
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
  /** Throws where the service cannot be called by a profile. */
  requireUsable: (profile: ServiceProfile) => void;
  onUnusable: (revision: number, error: unknown) => void;
}

/** The profile to start with: the newest revision that was saved, else that of the settings. */
export async function profileInForce(
  store: Store,
  { connectionId, ...judging }: Judging & { connectionId: string },
): Promise<ServiceProfile> {
  const newest = await selectNewestRevision(store.db, connectionId);
  return newest === undefined ? judging.settings.profile : profileOf(newest, judging);
}

/** Takes over what another process saved. */
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
    const profile = parseProfile(JSON.parse(content));
    requireUsable(profile);
    return profile;
  } catch (error) {
    // A newer console may judge differently than the one that saved it, and the key may have changed: whatever it is that cannot
    // be used, with the settings' profile people can get in and mend it.
    onUnusable(number, error);
    return settings.profile;
  }
}
