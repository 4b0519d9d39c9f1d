import { foldText } from "./fold-text.ts";

/** Names in these scripts are written with a space between family name and given name or without, and in either order. */
const joined = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+$/u;
/** No name of two words is longer; a sentence without spaces is. */
const LONGEST = 12;

/** The letters of a name that may be written without a space, or with one; null of any other. */
function lettersOf(name: string): string[] | null {
  const words = foldText(name)
    .normalize("NFC")
    .split(/[ ,、・]+/)
    .filter((word) => word !== "");
  const letters = Array.from(words.join(""));
  const isJoined = words.length > 0 && words.length < 3 && words.every((word) => joined.test(word));
  return isJoined && letters.length > 1 && letters.length <= LONGEST ? letters : null;
}

/** The name begun at each of its letters: two names that differ in order and space alone have the same. */
export function nameRotations(name: string): string[] {
  const letters = lettersOf(name);
  return letters === null
    ? []
    : letters.map((_, at) => [...letters.slice(at), ...letters.slice(0, at)].join("").normalize("NFKD"));
}

/** One form of such a name, whatever its order and space; null of any other. */
export function joinedKey(name: string): string | null {
  return nameRotations(name).toSorted()[0] ?? null;
}
