import { readFileSync } from "node:fs";
import {
  createProfile,
  ProfileError,
  repeatedNames,
  shippedProfile,
  shippedProfiles,
  type ServiceProfile,
} from "@dc/api-client";
import { UsageError } from "./usage-error.ts";

/** The text of a profile as lines, one for each wrong place. */
export function problemLines(error: ProfileError): readonly string[] {
  return error.problems.map(({ pointer, message }) => `  ${pointer || "(the whole file)"}  ${message}`);
}

// JSON.parse returns any; whatever it is, createProfile checks it.
function parse(text: string): unknown {
  return JSON.parse(text) as unknown;
}

function placeOf(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const at = /position (\d+)/.exec(message)?.[1];
  if (at === undefined) return message;
  const before = text.slice(0, Number(at)).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message.replace(/ in JSON at position.*$/, "")}`;
}

/** A profile by the name of one that ships, or from a file; throws UsageError for a file that is not JSON, ProfileError for a wrong one. */
export function loadProfile(nameOrFile: string): ServiceProfile {
  if (nameOrFile === "default" || nameOrFile === "with-writes") return shippedProfile(nameOrFile);
  let text: string;
  try {
    text = readFileSync(nameOrFile, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new UsageError(
      `The profile ${nameOrFile} cannot be read (${code}). Give a file, or one that ships: ${Object.keys(shippedProfiles).join(", ")}.`,
    );
  }
  let input: unknown;
  try {
    input = parse(text);
  } catch (error) {
    throw new UsageError(
      `${nameOrFile} is not JSON: ${placeOf(text, error)}. Comments and commas after a last entry are not allowed.`,
    );
  }
  const repeated = repeatedNames(text);
  if (repeated.length > 0)
    throw new ProfileError(
      repeated.map(({ pointer, lines: [first, next] }) => ({
        pointer,
        message: `stands twice, on lines ${String(first)} and ${String(next)}, and only the last would count: put both into one`,
      })),
    );
  return createProfile(input);
}
