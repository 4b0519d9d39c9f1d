import { nameRotations, nameWords, sortableText } from "@dc/directory";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { storedText } from "./stored-text.ts";

/** The most bytes of one part that a search column has: an index takes rows of 2,704 bytes, and a name may be longer. */
const MOST_BYTES = 600;
/** Reasons and names come again and again: so many short ones are folded once. */
const REMEMBERED = { texts: 1_000, characters: 200 };
const remembered = new Map<string, string>();

/**
 * Folded text for searching and ordering (`sortableText`), and of a very long part its beginning. Search columns begin with the
 * name.
 */
export function searchText(...parts: (string | null | undefined)[]): string {
  return parts
    .map((part) => folded(part ?? ""))
    .filter((part) => part !== "")
    .join(" ");
}

/** Folded text for finding somebody by name: an East Asian name is found with the space in it or without, in either order. */
export function nameSearchText(name: string | null | undefined, ...others: (string | null | undefined)[]): string {
  return searchText(name, ...nameRotations(name ?? ""), ...others);
}

function folded(text: string): string {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const fold = beginningOf(sortableText(text));
  if (remembered.size >= REMEMBERED.texts) remembered.clear();
  if (text.length <= REMEMBERED.characters) remembered.set(text, fold);
  return fold;
}

function beginningOf(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BYTES) return text;
  let end = MOST_BYTES;
  // A character of several bytes stays whole.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end).trim();
}

/** One line for each name: the folded text by which it is found, a tab, and how it is spelled. */
export function searchableNames(names: readonly string[]): string {
  return names.map((name) => `${searchText(name)}\t${storedText(name).replace(/\s+/g, " ")}`).join("\n");
}

/** A LIKE pattern that finds exactly this name among the lines of `searchableNames`, which begin with a line break. */
export function namedPattern(name: string): string {
  return `%\n${patternOf(name)}\t%`;
}

/** A LIKE pattern that finds the text anywhere, with special characters escaped. */
export function containsPattern(text: string): string {
  return `%${patternOf(text).replace(/^_/, "")}%`;
}

/** Whether a column of `nameSearchText` has the text that was typed, or, of an East Asian name, the same without its space. */
export function hasName(search: RawBuilder<unknown>, q: string): RawBuilder<SqlBool> {
  const [whole = q] = nameRotations(q);
  const patterns = [...new Set([q, whole].map(containsPattern))];
  return sql`(${sql.join(
    patterns.map((pattern) => sql`${search} like ${pattern}`),
    sql` or `,
  )})`;
}

/** The words of a name, which may stand in any order; none of a text of one word, or with a number. */
export function wordsInAnyOrder(text: string): string[] {
  const words = /\d/.test(text) ? [] : nameWords(text);
  return words.length < 2 ? [] : words;
}

/** The parts of three characters that a text has which fits a LIKE pattern; none where it asks for none. */
export function trigramsOf(pattern: string): string[] {
  const runs = pattern.match(/(?:\\.|[^\\%_])+/gsu) ?? [];
  const trigrams = runs.flatMap((run) => {
    const characters = Array.from(run.replace(/\\(.)/gsu, "$1"));
    return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(""));
  });
  return [...new Set(trigrams)];
}

/** A LIKE pattern that finds a word which begins with the text, in a text with a space before it. */
export function wordPattern(text: string): string {
  return `% ${patternOf(text)}%`;
}

/** A LIKE pattern that finds what begins with the text. */
export function beginsPattern(text: string): string {
  return `${patternOf(text)}%`;
}

/** What is typed of a number may be its beginning: the sign for its length is any, also that of a number with zeros before it. */
function patternOf(text: string): string {
  return searchText(text)
    .replace(/[\\%_]/g, "\\$&")
    .replace(/[\x11-\x1E]\d+\u{10FFFF}.(\d+)|[\x11-\x1E](?=0)/gu, "_%$1")
    .replace(/[\x11-\x1E]/g, "_");
}
