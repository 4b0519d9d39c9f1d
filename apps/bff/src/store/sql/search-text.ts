/** The most bytes of one part that a search column has: an index takes rows of 2,704 bytes, and a name may be longer. */
const MOST_BYTES = 600;

/**
 * Folded text for searching and ordering: no accents, lower case, single spaces, and of a very long part its beginning.
 * Search columns begin with the name.
 */
export function searchText(...parts: (string | null | undefined)[]): string {
  return parts
    .map((part) => beginningOf(folded(part ?? "")))
    .filter((part) => part !== "")
    .join(" ");
}

function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

function beginningOf(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BYTES) return text;
  let end = MOST_BYTES;
  // A character of several bytes stays whole.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end).trim();
}

/** A LIKE pattern that finds the text anywhere, with special characters escaped. */
export function containsPattern(text: string): string {
  return `%${searchText(text).replace(/[\\%_]/g, "\\$&")}%`;
}
