import {
  createProfile,
  type JsonObject,
  ProfileError,
  readProfileText,
  shippedProfile,
  shippedProfiles,
  type ServiceProfile,
} from "@dc/api-client";
import { formatPhone, parseJson } from "@dc/directory";
import { SettingError } from "#/runtime/errors.ts";
import { requireBuildable } from "./service.ts";

/** The file that SERVICE_PROFILE names, as read. */
export interface ProfileFile {
  path: string;
  text: string;
}

/** The profile of the settings: from a file, or the default one. */
export interface SettingsProfile {
  profile: ServiceProfile;
  content: JsonObject;
  isGiven: boolean;
}

/** The profile of a settings file, or the default one. Throws a SettingError that points at the mistake. */
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
 * The profile of the settings, if the service can be called by it. Throws a SettingError otherwise, such as for a
 * credential that no header can carry.
 */
export function callableProfile(service: {
  baseUrl: string;
  apiKey: string;
  mode: "test" | "live";
  profile: ProfileFile | undefined;
}): SettingsProfile {
  const given = settingsProfile(service.profile);
  const problem = given.profile.keyProblem(service.apiKey, service.mode);
  if (problem !== null) throw new SettingError("SERVICE_API_KEY", `${problem}; SERVICE_MODE is ${service.mode}.`);
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

/** Validates a profile; throws ProfileError with the pointer of each invalid key. */
export function parseProfile(content: unknown): ServiceProfile {
  return createProfile(content, { formatPhone });
}

// It was validated as a profile just before, so it is an object; the copy through JSON shares nothing with the input.
function asContent(content: unknown): JsonObject {
  return parseJson(JSON.stringify(content)) as JsonObject;
}
