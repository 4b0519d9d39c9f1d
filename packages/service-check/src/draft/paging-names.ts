import { nameSimilarity } from "@dc/api-client";
import type { Exchange } from "./service-description.ts";

const sizeNames = ["size", "limit", "take", "per page", "count", "page size", "max results", "per leaf", "pagesize"];
const pageNames = [
  "cursor",
  "after",
  "page",
  "offset",
  "start",
  "position",
  "page mark",
  "page token",
  "leaf",
  "skip",
  "from page",
];

function similar(name: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => nameSimilarity(one, name) >= 0.7);
}

/** What a description says of a parameter. */
export function saidOf(name: string, { words }: Exchange): string {
  return words.parameters[name] ?? "";
}

/** True for a query parameter that is about the pages of a list. */
export function isPagingName(name: string, list: Exchange): boolean {
  const said = saidOf(name, list);
  return (
    /\bpage|entries of a|number of entries|cursor/i.test(said) ||
    isSizeName(name) ||
    (said === "" && similar(name, pageNames))
  );
}

/** True for a name of the number of entries of a page. */
export function isSizeName(name: string): boolean {
  return similar(name, sizeNames);
}
