import { exactNumber, isSupported } from "./exact-number.ts";
import type { Json } from "./json.ts";

const mayBeInexact = /(?:^|[[:,\s])(-?(?:\d{16,}|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|-0)(?=[\],}\s]|$)/g;

/** What is in each of these somewhere, and in most texts nowhere: looking for it takes a tenth of the time. */
const hintOfInexact = /\d{16}|\d[.eE]|-0/;

/** Parses JSON without a change of any digit; throws as JSON.parse does. */
export function parseJson(text: string): Json {
  const isExact =
    !hintOfInexact.test(text) ||
    text.matchAll(mayBeInexact).every(([, number = ""]) => typeof exactNumber(number) === "number");
  // By the definition of JSON, what is parsed is a Json.
  if (isExact) return JSON.parse(text) as Json;
  if (!isSupported) return parseMarked(text);
  return JSON.parse(text, (_key, value, { source = "" }) =>
    typeof value === "number" ? exactNumber(source) : value,
  ) as Json;
}

const MARK = "\u0001number ";

/** The same where the text of a number cannot be asked for: numbers are marked as texts first. */
function parseMarked(text: string): Json {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') || typeof exactNumber(token) === "number" ? token : JSON.stringify(MARK + token),
  );
  // By the definition of JSON, what is parsed is a Json.
  return JSON.parse(marked, (_key, value) =>
    typeof value === "string" && value.startsWith(MARK) ? exactNumber(value.slice(MARK.length)) : value,
  ) as Json;
}
