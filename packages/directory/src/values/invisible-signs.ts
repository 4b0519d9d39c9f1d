// Variation selectors and tags belong to the sign before them; all others here stand for nothing.
const invisible = String.raw`[[\s\p{Cc}\p{DI}\u{2800}]--[\p{VS}\u{E0020}-\u{E007F}]]`;
// Looks at each run once, however long it is.
const outer = new RegExp(`^${invisible}+|(?<!${invisible})${invisible}+$`, "gv");
const first = new RegExp(`^${invisible}`, "v");
const last = new RegExp(`${invisible}$`, "vy");
const inner = new RegExp(String.raw`(?! )${invisible}`, "v");

/** An id, a number or a name as a person means it: without blanks and signs that nobody sees at either end. */
export function trimInvisible(text: string): string {
  // Long texts without any are not searched.
  last.lastIndex = Math.max(0, text.length - 1);
  return first.test(text) || last.test(text) ? text.replaceAll(outer, "") : text;
}

const names: Readonly<Record<string, string>> = {
  "\t": "tab",
  "\n": "line break",
  "\r": "line break",
  " ": "space",
  "\u00A0": "no-break space",
  "\u00AD": "soft hyphen",
  "\u200B": "zero width space",
  "\u200C": "zero width non-joiner",
  "\u200D": "zero width joiner",
  "\u2007": "figure space",
  "\u2009": "thin space",
  "\u202F": "narrow no-break space",
  "\u2060": "word joiner",
  "\u3000": "wide space",
  "\uFEFF": "byte order mark",
};

/** A sign that nobody sees by its name: "no-break space"; null for one that is seen. */
export function invisibleName(sign: string): string | null {
  const name = Object.hasOwn(names, sign) ? names[sign] : undefined;
  if (name !== undefined) return name;
  if (/^[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]$/v.test(sign)) return "direction mark";
  if (sign !== " " && !inner.test(sign)) return null;
  return `${/^\s$/v.test(sign) ? "space" : "invisible character"} (${codePoint(sign)})`;
}

/** A sign by its number, "U+00A0". */
export function codePoint(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The first sign of a text that nobody sees, plain spaces aside, with its place from 1: "a zero width space at character 4"; null where there is none. */
export function invisibleSignIn(text: string): string | null {
  const match = inner.exec(text);
  const name = match === null ? null : invisibleName(match[0]);
  return match === null || name === null ? null : signAt(name, Array.from(text.slice(0, match.index)).length);
}

/** "a soft hyphen at character 4": a sign by its name, after so many others. */
export function signAt(name: string, before: number): string {
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name} at character ${String(before + 1)}`;
}
