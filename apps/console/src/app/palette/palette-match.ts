import type { Command } from "#/ui/keyboard/commands.tsx";

/** Without accents and case, as people type names. */
export const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Commands whose label or keywords contain every word of the query; labels that start with it come first. */
export function matching(commands: readonly Command[], query: string): readonly Command[] {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return commands;
  return commands
    .filter((command) => {
      const text = plain(`${command.label} ${command.words ?? ""}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted(
      (a, b) => Number(plain(b.label).startsWith(words[0] ?? "")) - Number(plain(a.label).startsWith(words[0] ?? "")),
    );
}

/** The label split at the match, so that the match can be underlined. */
export function splitMatch(label: string, query: string): { text: string; hit: boolean }[] {
  const start = query === "" ? -1 : label.toLowerCase().indexOf(query.toLowerCase());
  if (start < 0) return [{ text: label, hit: false }];
  const end = start + query.length;
  return [
    { text: label.slice(0, start), hit: false },
    { text: label.slice(start, end), hit: true },
    { text: label.slice(end), hit: false },
  ].filter((part) => part.text !== "");
}
