import type { ProfileInForce } from "@dc/contract";
import { parseJson } from "@dc/directory/parse-json";
import { linesOf } from "#/json/print-lines.ts";
import { linesByPointer } from "#/json/pointer-lines.ts";

type Content = ProfileInForce["content"];

/** A profile as people edit it: small lists and objects on one line. */
export function textOf(content: Content): string {
  return linesOf(content)
    .map(({ text }) => text)
    .join("\n");
}

/** The typed profile, or the line on which it stops being valid JSON. */
export function readText(text: string): { profile: Content } | { problem: string; line: number } {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "it cannot be read";
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, position).split("\n").length;
    return { problem: `Not JSON from line ${line} on: ${message.replace(/ in JSON at position.*$/s, "")}.`, line };
  }
  const [repeated] = repeatedIn(text);
  if (repeated !== undefined) return repeated;
  return isObject(value) ? { profile: value } : { problem: "A profile is a JSON object.", line: 1 };
}

/** Safe for values that were parsed, which contain only JSON. */
function isObject(value: unknown): value is Content {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON keeps only the last of two members with one name, so both are reported. */
function repeatedIn(text: string): readonly { problem: string; line: number }[] {
  const problems: { problem: string; line: number }[] = [];
  linesByPointer(text, (pointer, [first, next]) => {
    const problem = `${pointer} appears twice, on lines ${first} and ${next}, and only the last one counts. Merge them into one.`;
    problems.push({ problem, line: next });
  });
  return problems;
}
