import type { JsonLine } from "#/json/print-lines.ts";

/** A line of two documents side by side; null is a gap. */
export interface LinePair {
  left: { number: number; line: JsonLine } | null;
  right: { number: number; line: JsonLine } | null;
}

/** So many pairs of lines are compared with each other; of more, the lines that stand once in both are aligned first. */
const MOST_COMPARED = 4_000_000;

/** Aligns two documents by their longest common subsequence of lines, or nearly so where they are very long. */
export function alignLines(left: readonly JsonLine[], right: readonly JsonLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  const sideOf = (lines: readonly JsonLine[], index: number) => {
    const line = lines[index];
    return line === undefined ? null : { number: index + 1, line };
  };
  let [a, b] = [0, 0];
  const to = (nextA: number, nextB: number) => {
    const wasLeft = Array.from({ length: nextA - a }, (_, index) => sideOf(left, a + index));
    const wasRight = Array.from({ length: nextB - b }, (_, index) => sideOf(right, b + index));
    for (const pair of pairUnequal(wasLeft, wasRight)) pairs.push(pair);
  };
  for (const [nextA, nextB] of equalLines(left.map(keyOf), right.map(keyOf))) {
    to(nextA, nextB);
    pairs.push({ left: sideOf(left, nextA), right: sideOf(right, nextB) });
    [a, b] = [nextA + 1, nextB + 1];
  }
  to(left.length, right.length);
  return pairs;
}

/** Lines with the same pointer are a replaced value and are paired; the rest keep their order. */
function pairUnequal(wasLeft: LinePair["left"][], wasRight: LinePair["right"][]): LinePair[] {
  const pairs: LinePair[] = [];
  let from = 0;
  for (const removed of wasLeft) {
    const pointer = removed?.line.pointer ?? "";
    let index = pointer === "" ? -1 : from;
    while (index !== -1 && wasRight[index]?.line.pointer !== pointer) index = index < wasRight.length ? index + 1 : -1;
    if (index !== -1) for (const added of wasRight.slice(from, index)) pairs.push({ left: null, right: added });
    pairs.push({ left: removed, right: index === -1 ? null : (wasRight[index] ?? null) });
    if (index !== -1) from = index + 1;
  }
  for (const added of wasRight.slice(from)) pairs.push({ left: null, right: added });
  return pairs;
}

type Match = [left: number, right: number];

/** Which lines are the same, in the order of both. */
function equalLines(left: readonly string[], right: readonly string[]): Match[] {
  const shorter = Math.min(left.length, right.length);
  let first = 0;
  while (first < shorter && left[first] === right[first]) first++;
  let last = 0;
  while (last < shorter - first && left.at(-1 - last) === right.at(-1 - last)) last++;
  const between = [left.slice(first, left.length - last), right.slice(first, right.length - last)] as const;
  const [ofLeft, ofRight] = between;
  const matches =
    ofLeft.length * ofRight.length <= MOST_COMPARED ? longestCommon(...between) : matchesByAnchors(...between);
  return [
    ...Array.from({ length: first }, (_, index): Match => [index, index]),
    ...matches.map(([a, b]): Match => [a + first, b + first]),
    ...Array.from({ length: last }, (_, index): Match => [left.length - last + index, right.length - last + index]),
  ];
}

function longestCommon(left: readonly string[], right: readonly string[]): Match[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let a = left.length - 1; a >= 0; a--) {
    for (let b = right.length - 1; b >= 0; b--) {
      const cell = a * width + b;
      lengths[cell] =
        left[a] === right[b]
          ? 1 + (lengths[cell + width + 1] ?? 0)
          : Math.max(lengths[cell + width] ?? 0, lengths[cell + 1] ?? 0);
    }
  }
  const matches: Match[] = [];
  let [a, b] = [0, 0];
  while (a < left.length && b < right.length) {
    if (left[a] === right[b]) matches.push([a++, b++]);
    else if ((lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0)) a++;
    else b++;
  }
  return matches;
}

/** The most lines that stand once in both and in one order, with what is the same between them. */
function matchesByAnchors(left: readonly string[], right: readonly string[]): Match[] {
  const once = placesOfUnique(right);
  const anchors = inOneOrder(
    [...placesOfUnique(left)].flatMap(([text, a]): Match[] => {
      const b = once.get(text);
      return b === undefined ? [] : [[a, b]];
    }),
  );
  if (anchors.length === 0) return [];
  const matches: Match[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [a, b] of [...anchors, [left.length, right.length] as const]) {
    for (const [inA, inB] of equalLines(left.slice(fromA, a), right.slice(fromB, b)))
      matches.push([inA + fromA, inB + fromB]);
    if (a < left.length) matches.push([a, b]);
    [fromA, fromB] = [a + 1, b + 1];
  }
  return matches;
}

function placesOfUnique(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [place, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, place);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** The longest part of matches, sorted by the left side, that is sorted by the right side too. */
function inOneOrder(matches: readonly Match[]): Match[] {
  /** For each length, the match with the smallest right side that ends such a part, and the one before each. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, [, b]] of matches.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[ends[middle] ?? 0]?.[1] ?? 0) < b) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1] ?? -1;
    ends[low] = place;
  }
  const sorted: Match[] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] ?? -1) {
    const match = matches[place];
    if (match !== undefined) sorted.push(match);
  }
  return sorted.reverse();
}

/** The line without a trailing comma, which only says that more follows. */
const keyOf = ({ text }: JsonLine) => text.replace(/,$/, "");
