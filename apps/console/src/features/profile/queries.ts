import type {
  CheckedProfile,
  CheckProfileInput,
  ProfileInForce,
  ProfileReading,
  SaveProfileInput,
  StoredProfile,
} from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => bff.get<ProfileInForce>("/profile", { signal }),
});

export const readRevision = (number: number) => bff.get<StoredProfile>(path`/profile/revisions/${String(number)}`);

/** What is wrong with the typed profile. */
export const checkedProfileQuery = (profile: CheckProfileInput["profile"] | null) =>
  queryOptions({
    queryKey: ["profile-check", profile],
    queryFn: ({ signal }) => bff.post<CheckedProfile>("/profile/check", { profile }, { signal, reads: true }),
    enabled: profile !== null,
    placeholderData: (before) => before,
    gcTime: 10_000,
  });

/** How records would be read by a profile; null if the profile is not valid. */
export async function readByProfile(input: CheckProfileInput): Promise<ProfileReading | null> {
  return (await bff.post<CheckedProfile>("/profile/check", input)).reading;
}

/** Every reading may differ under another profile, and a refusal may mean that somebody else has saved. */
export const useSaveProfile = () =>
  useCommand({
    run: (input: SaveProfileInput) => bff.put<ProfileInForce>("/profile", input),
    stores: () => profileQuery.queryKey,
    changes: ["everything"],
    rereadsAfter: anyFailure,
  });
