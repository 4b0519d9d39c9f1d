import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** The name of each kind of value. */
const kinds: { readonly [expected: string]: string } = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};
const formats: { readonly [format: string]: string } = {
  email: "an e-mail address",
  url: "a web address",
  date: "a date, YYYY-MM-DD",
  datetime: "a date and time, such as 2026-11-20T09:00:00Z",
};

/** What is wrong with a value, worded to follow the name of its field. A message of the schema takes precedence. */
export function issueMessage(issue: Issue): string {
  const hasOwnWords = !/^(?:Invalid|Too (?:big|small)|Unrecognized)\b/.test(issue.message);
  if (hasOwnWords) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue) ? "is required" : `must be ${kindOf(issue.expected)}`;
    case "too_big":
      return tooBig(issue);
    case "too_small":
      return tooSmall(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_union":
      return ofNoForm(issue);
    case "invalid_format":
      return issue.format in formats ? `must be ${formats[issue.format]}` : "does not have the expected format";
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    case "invalid_key":
    case "invalid_element":
      return "has an entry that is not allowed";
    case "custom":
      return "is not valid";
  }
}

function kindOf(expected: string): string {
  return kinds[expected] ?? expected;
}

/** zod reports what it received only in the text of its message. */
function isMissing({ message }: Issue): boolean {
  return message.endsWith("received undefined");
}

function tooBig({ origin, maximum, inclusive, exact }: Extract<Issue, { code: "too_big" }>): string {
  const counted = counting(origin, maximum);
  if (counted !== undefined) return `must have ${exact === true ? "exactly" : "at most"} ${counted}`;
  return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`;
}

function tooSmall({ origin, minimum, inclusive, exact }: Extract<Issue, { code: "too_small" }>): string {
  const counted = counting(origin, minimum);
  if (counted !== undefined && minimum === 1 && exact !== true) return "must not be empty";
  if (counted !== undefined) return `must have ${exact === true ? "exactly" : "at least"} ${counted}`;
  return inclusive === false ? `must be greater than ${minimum}` : `must be at least ${minimum}`;
}

function counting(origin: string, count: number | bigint): string | undefined {
  if (origin === "string") return `${count} character${count === 1 ? "" : "s"}`;
  return origin === "array" ? `${count} ${count === 1 ? "entry" : "entries"}` : undefined;
}

function ofNoForm(issue: Extract<Issue, { code: "invalid_union" }>): string {
  if ("options" in issue && Array.isArray(issue.options))
    return `must be one of ${issue.options.map(String).join(", ")}`;
  const whole = issue.errors.flatMap(([first]) =>
    first?.code === "invalid_type" && first.path.length === 0 ? [first] : [],
  );
  if (whole.length === 0 || whole.length < issue.errors.length) return "does not have any of the expected forms";
  return whole.every(isMissing)
    ? "is required"
    : `must be ${[...new Set(whole.map(({ expected }) => kindOf(expected)))].join(" or ")}`;
}
