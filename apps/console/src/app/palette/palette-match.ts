import { fewestPhoneDigits } from "@dc/directory/fewest-phone-digits";
import { foldText } from "@dc/directory/fold-text";
import type { Command } from "#/ui/keyboard/commands.tsx";

/** Commands whose label or keywords contain every word of the query; labels that start with it come first. */
export function matching(commands: readonly Command[], query: string): readonly Command[] {
  const words = foldText(query)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return commands;
  return commands
    .filter((command) => {
      const text = foldText(`${command.label} ${command.words ?? ""}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted(
      (a, b) =>
        Number(foldText(b.label).startsWith(words[0] ?? "")) - Number(foldText(a.label).startsWith(words[0] ?? "")),
    );
}

/** Whether the text may be a part of a phone, with too few digits for the search of phones. */
export function isShortOfPhone(text: string): boolean {
  const digits = text.replaceAll(/[\s()+./‐‑–-]/g, "");
  return /^\p{Nd}+$/u.test(digits) && digits.replace(/^0+/, "").length < fewestPhoneDigits;
}

/** The label split at the match, so that the match can be underlined. */
export function splitMatch(label: string, query: string): { text: string; hit: boolean }[] {
  const sought = foldText(query);
  const places = Array.from({ length: label.length }, (_, place) => place);
  const begins = (text: string) => foldText(text).startsWith(sought);
  const start =
    sought === "" ? -1 : places.findIndex((place) => begins(label.slice(place)) && !begins(label.slice(place + 1)));
  if (start < 0) return [{ text: label, hit: false }];
  const end = 1 + places.findIndex((place) => place >= start && begins(label.slice(start, place + 1)));
  return [
    { text: label.slice(0, start), hit: false },
    { text: label.slice(start, end), hit: true },
    { text: label.slice(end), hit: false },
  ].filter((part) => part.text !== "");
}
