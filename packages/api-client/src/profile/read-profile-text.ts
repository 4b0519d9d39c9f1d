import { ProfileError } from "#/errors/profile-error.ts";
import { parseJson } from "#/json/json.ts";
import { repeatedNames } from "#/json/repeated-names.ts";

/** Parses the text of a profile, without validating it. Throws ProfileError when it is not JSON, or an object repeats a name. */
export function readProfileText(text: string): unknown {
  const json = text.replace(/^\uFEFF/, "");
  let content: unknown;
  try {
    content = parseJson(json);
  } catch (error) {
    const message = `is not JSON: ${placeOf(json, error)}. Comments and trailing commas are not allowed`;
    throw new ProfileError([{ pointer: "", message }]);
  }
  const repeated = repeatedNames(json);
  if (repeated.length === 0) return content;
  throw new ProfileError(
    repeated.map(({ pointer, lines: [first, next] }) => ({
      pointer,
      message: `appears twice, on lines ${String(first)} and ${String(next)}, and only the last one counts: merge them into one`,
    })),
  );
}

function placeOf(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message;
  const before = text.slice(0, Number(position)).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message.replace(/ in JSON at position.*$/, "")}`;
}
