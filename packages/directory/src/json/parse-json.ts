import { exactNumber } from "./exact-number.ts";
import type { Json } from "./json.ts";

const mayBeInexact = /(?:^|[[:,\s])(-?(?:\d{16,}|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|-0)(?=[\],}\s]|$)/g;

/** Parses JSON without a change of any digit; throws as JSON.parse does. */
export function parseJson(text: string): Json {
  const isExact = text.matchAll(mayBeInexact).every(([, number = ""]) => typeof exactNumber(number) === "number");
  // By the definition of JSON, what is parsed is a Json.
  if (isExact) return JSON.parse(text) as Json;
  return JSON.parse(text, (_key, value, { source = "" }) =>
    typeof value === "number" ? exactNumber(source) : value,
  ) as Json;
}
