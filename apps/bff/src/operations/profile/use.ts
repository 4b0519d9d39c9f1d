import type { Deps } from "#/context.ts";
import type { Store } from "#/store/database.ts";
import { type ProfileRevisionRow, selectNewestRevision } from "#/store/profile-revisions.ts";
import { ProfileError, type ServiceProfile } from "#/upstream/service.ts";
import { judgeProfile, type SettingsProfile } from "#/upstream/settings-profile.ts";

/** Puts a profile in force in this process: the ledger is kept by meanings, so nothing of it has to move. */
export function useProfile(deps: Deps, profile: ServiceProfile): void {
  if (deps.service.profile.hash === profile.hash) return;
  deps.service.use(profile);
  deps.connection = { ...deps.connection, apiVersion: deps.service.apiVersionBy(profile) };
}

/** The profile to start with: the newest revision that was saved, else that of the settings. */
export async function profileInForce(
  store: Store,
  {
    connectionId,
    settings,
    onUnusable,
  }: { connectionId: string; settings: SettingsProfile; onUnusable: (revision: number, error: ProfileError) => void },
): Promise<ServiceProfile> {
  const newest = await selectNewestRevision(store.db, connectionId);
  return newest === undefined ? settings.profile : profileOf(newest, settings, onUnusable);
}

/** Takes over what another process saved. */
export async function followProfile(deps: Deps): Promise<void> {
  const newest = await selectNewestRevision(deps.store.db, deps.connection.id);
  if (newest === undefined || newest.hash === deps.service.profile.hash) return;
  useProfile(
    deps,
    profileOf(newest, deps.settingsProfile, () => undefined),
  );
}

function profileOf(
  { content, number }: ProfileRevisionRow,
  settings: SettingsProfile,
  onUnusable: (revision: number, error: ProfileError) => void,
): ServiceProfile {
  if (content === null) return settings.profile;
  try {
    return judgeProfile(JSON.parse(content));
  } catch (error) {
    // A newer console may judge differently than the one that saved it; with the settings' profile people can get in and mend it.
    if (!(error instanceof ProfileError)) throw error;
    onUnusable(number, error);
    return settings.profile;
  }
}
