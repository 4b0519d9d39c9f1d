import { readFileSync } from "node:fs";
import {
  createProfile,
  readProfileText,
  shippedProfile,
  shippedProfiles,
  type ProfileError,
  type ServiceProfile,
} from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { UsageError } from "./command-errors.ts";

/** The problems of a profile, a line each. */
export function problemLines(error: ProfileError): readonly string[] {
  return error.problems.map(({ pointer, message }) => `  ${pointer || "(the whole file)"}  ${message}`);
}

/** Loads a built-in profile by its name, or a profile from a file. Throws UsageError if the file cannot be read, ProfileError if it is not valid. */
export function loadProfile(nameOrFile: string): ServiceProfile {
  if (nameOrFile === "default" || nameOrFile === "with-writes") return shippedProfile(nameOrFile, { formatPhone });
  let text: string;
  try {
    text = readFileSync(nameOrFile, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new UsageError(
      `The profile ${nameOrFile} cannot be read (${code}). Give a file or a built-in profile: ${Object.keys(shippedProfiles).join(", ")}.`,
    );
  }
  return createProfile(readProfileText(text), { formatPhone });
}
