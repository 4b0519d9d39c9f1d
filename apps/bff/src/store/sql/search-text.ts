/**
 * Folded text for searching and ordering: no accents, lower case, single spaces. Search columns begin with the name.
 */
export function searchText(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== "")
    .join(" ")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** A LIKE pattern that finds the text anywhere, with special characters escaped. */
export function containsPattern(text: string): string {
  return `%${searchText(text).replace(/[\\%_]/g, "\\$&")}%`;
}
