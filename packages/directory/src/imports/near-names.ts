import { foldedWords } from "./person-names.ts";

/** Two of these at most: a letter, an initial for its name, a word that only one of them has. */
const MOST_APART = 2;
const MOST_WORDS = 6;
const LONGEST_WORD = 40;

/**
 * How far two names are apart that are not the same: letters that differ, are missing or changed places, an initial in place
 * of its name, and a middle name count one each. Null where they are no more alike than any two names.
 */
export function nameDistance(one: string, other: string): number | null {
  const [fewer = [], more = []] = [nameWords(one), nameWords(other)].toSorted((a, b) => a.length - b.length);
  if (fewer.length < 2 || more.length > MOST_WORDS || more.length - fewer.length > MOST_APART) return null;
  const apart = leastApart(fewer, more, MOST_APART - (more.length - fewer.length));
  return apart === null ? null : apart + more.length - fewer.length;
}

/** The words of a name as it is compared, each once. */
export const nameWords = (name: string): string[] => [...new Set(foldedWords(name).toSorted())];

/** Each of these words stands for another one of those; null where more than `most` is between them. */
function leastApart(words: readonly string[], others: readonly string[], most: number): number | null {
  const [word, ...rest] = words;
  if (word === undefined) return 0;
  let least: number | null = null;
  for (const other of others) {
    const apart = wordDistance(word, other);
    const limit = least === null ? most : least - 1;
    if (apart === null || apart > limit) continue;
    const left = leastApart(
      rest,
      others.filter((one) => one !== other),
      limit - apart,
    );
    if (left !== null) least = apart + left;
  }
  return least;
}

/** Short words are other words with one letter changed. */
function wordDistance(word: string, other: string): number | null {
  if (word === other) return 0;
  const [shorter, longer] = word.length < other.length ? [word, other] : [other, word];
  if (shorter.length === 1) return longer.startsWith(shorter) ? 1 : null;
  if (longer.length > LONGEST_WORD || longer.length - shorter.length > MOST_APART) return null;
  const apart = lettersApart(shorter, longer);
  const most = shorter.length < 3 ? 0 : shorter.length < 7 ? 1 : MOST_APART;
  return apart <= most ? apart : null;
}

/** Letters that are added, left out, changed, or that changed places with the next one. */
function lettersApart(one: string, other: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1];
      const changed = Math.min((row?.[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row?.[to - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next.push(isSwapped ? Math.min(changed, (before?.[to - 2] ?? 0) + 1) : changed);
    }
    [before, row] = [row ?? [], next];
  }
  return row?.[other.length] ?? 0;
}
