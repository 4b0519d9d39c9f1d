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
import { SettingError } from "#/errors.ts";

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
    return { profile: judgeProfile(content), content: asContent(content), isGiven: true };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const problems = error.problems.map(({ pointer, message }) => `${pointer} ${message}`.trimStart());
    throw new SettingError("SERVICE_PROFILE", `${file.path}: ${problems.join("; ")}`, { cause: error });
  }
}

/** Judges what somebody wrote as a profile; throws ProfileError with the pointer of each wrong key. */
export function judgeProfile(content: unknown): ServiceProfile {
  return createProfile(content, { formatPhone });
}

// It was judged to be a profile just before, so it is an object; a copy out of JSON is nobody else's.
function asContent(content: unknown): JsonObject {
  return JSON.parse(JSON.stringify(content)) as JsonObject;
}
