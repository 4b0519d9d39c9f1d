import { z } from "zod";

/** Invisible characters that are pasted from web pages and editors. */
const invisibleCharacters: Readonly<Record<number, string>> = {
  0x09: "a tab",
  0x0a: "a line break",
  0x0d: "a line break",
  0xa0: "a non-breaking space",
  0xad: "a soft hyphen",
  0x200b: "a zero-width space",
  0x200e: "a direction mark",
  0x202f: "a narrow non-breaking space",
  0x2060: "a word joiner",
  0xfeff: "a byte order mark",
};

/** Describes the first character that is not allowed in a header; null when all are. */
function invalidCharacter(text: string): string | null {
  const characters = Array.from(text);
  const position = characters.findIndex((character) => !/^[\x20-\x7e]$/.test(character));
  const character = characters[position];
  if (character === undefined) return null;
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const isSeen = invisibleCharacters[code] === undefined && !/[\p{C}\p{Z}]/u.test(character);
  const name = isSeen ? `"${character}" (${number})` : (invisibleCharacters[code] ?? "an invisible character");
  return `contains ${isSeen ? name : `${name} (${number})`} at character ${String(position + 1)}`;
}

/** A text that is sent in a header unchanged. */
export const headerText = z.string().superRefine((text, context) => {
  const odd = invalidCharacter(text);
  if (odd !== null)
    context.addIssue({ code: "custom", message: `${odd}: a header takes visible ASCII characters and spaces` });
});
/** The user of a Basic credential, which ends at the first colon. */
export const userText = headerText.refine((text) => !text.includes(":"), "must not contain a colon");
/** How ids of index versions start. */
export const indexPrefix = headerText.refine(
  (text) => !text.includes(" "),
  "must not contain a space, since it goes into a header",
);
/** The id of an index version. */
export const indexId = indexPrefix.min(1);

/** The same as patterns, for the JSON Schema. */
export const headerTextPatterns: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [headerText, "^[ -~]*$"],
  [userText, "^[ -9;-~]*$"],
  [indexPrefix, "^[!-~]*$"],
  [indexId, "^[!-~]*$"],
]);
