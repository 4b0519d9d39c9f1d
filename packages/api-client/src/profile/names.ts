function words(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/s$/, ""));
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, position) => position);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** How similar two names are, from 0 to 1, by common words or by letters. */
export function nameSimilarity(a: string, b: string): number {
  const [left, right] = [words(a), words(b)];
  const common = left.filter((word) => right.includes(word)).length;
  const byWords = (2 * common) / (left.length + right.length || 1);
  const [leftLetters, rightLetters] = [left.join(""), right.join("")];
  const byLetters = 1 - distance(leftLetters, rightLetters) / Math.max(leftLetters.length, rightLetters.length, 1);
  return Math.max(byWords, byLetters);
}

/** The known name that is most similar to a wrong one; null when none is similar enough. */
export function closestName(wrong: string, known: readonly string[]): string | null {
  const [best] = known
    .map((word) => ({ word, score: nameSimilarity(wrong, word) }))
    .toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= 0.6 ? best.word : null;
}

/** Names as a list in a sentence. */
export function listNames(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}
