import { readFileSync } from "node:fs";
import {
  createProfile,
  readProfileText,
  shippedProfile,
  shippedProfiles,
  type ProfileError,
  type ServiceProfile,
} from "@dc/api-client";
import { UsageError } from "./command-errors.ts";

/** The text of a profile as lines, one for each wrong place. */
export function problemLines(error: ProfileError): readonly string[] {
  return error.problems.map(({ pointer, message }) => `  ${pointer || "(the whole file)"}  ${message}`);
}

/** A profile by the name of one that ships, or from a file; throws UsageError for a file that cannot be read, ProfileError for a wrong one. */
export function loadProfile(nameOrFile: string): ServiceProfile {
  if (nameOrFile === "default" || nameOrFile === "with-writes") return shippedProfile(nameOrFile);
  let text: string;
  try {
    text = readFileSync(nameOrFile, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new UsageError(
      `The profile ${nameOrFile} cannot be read (${code}). Give a file, or one that ships: ${Object.keys(shippedProfiles).join(", ")}.`,
    );
  }
  return createProfile(readProfileText(text));
}
