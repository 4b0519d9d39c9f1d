import {
  createProfile,
  type JsonObject,
  ProfileError,
  readProfileText,
  shippedProfile,
  shippedProfiles,
  type ServiceProfile,
} from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { SettingError } from "#/runtime/errors.ts";
import { requireBuildable } from "./service.ts";

/** The file that SERVICE_PROFILE names, as read. */
export interface ProfileFile {
  path: string;
  text: string;
}

/** A profile as the settings give it: with the file's content, or the one that ships. */
export interface SettingsProfile {
  profile: ServiceProfile;
  content: JsonObject;
  isGiven: boolean;
}

/** The profile of a settings file, or one that ships. Throws a SettingError that points at what is wrong. */
export function settingsProfile(
  file: ProfileFile | undefined,
  shipped: "default" | "with-writes" = "default",
): SettingsProfile {
  if (file === undefined)
    return {
      profile: shippedProfile(shipped, { formatPhone }),
      content: asContent(shippedProfiles[shipped]),
      isGiven: false,
    };
  try {
    const content = readProfileText(file.text);
    return { profile: parseProfile(content), content: asContent(content), isGiven: true };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const problems = error.problems.map(({ pointer, message }) => `${pointer} ${message}`.trimStart());
    throw new SettingError("SERVICE_PROFILE", `${file.path}: ${problems.join("; ")}`, { cause: error });
  }
}

/**
 * The profile of the settings, with which their service can be called. Throws a SettingError where it cannot, such as for a
 * credential that no header can carry.
 */
export function callableProfile(service: {
  baseUrl: string;
  apiKey: string;
  profile: ProfileFile | undefined;
}): SettingsProfile {
  const given = settingsProfile(service.profile);
  try {
    requireBuildable(service, given.profile);
    return given;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const file = service.profile === undefined ? "" : `${service.profile.path}: `;
    throw new SettingError("SERVICE_PROFILE", `${file}/credential: cannot be used to call the service: ${why}.`, {
      cause: error,
    });
  }
}

/** Judges what somebody wrote as a profile; throws ProfileError with the pointer of each wrong key. */
export function parseProfile(content: unknown): ServiceProfile {
  return createProfile(content, { formatPhone });
}

// It was judged to be a profile just before, so it is an object; a copy out of JSON is nobody else's.
function asContent(content: unknown): JsonObject {
  return JSON.parse(JSON.stringify(content)) as JsonObject;
}
