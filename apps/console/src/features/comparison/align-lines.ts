import type { JsonLine } from "#/json/print-lines.ts";

/** A line of two documents side by side; null is a gap. */
export interface LinePair {
  left: { number: number; line: JsonLine } | null;
  right: { number: number; line: JsonLine } | null;
}

/** Aligns two documents by their longest common subsequence of lines. */
export function alignLines(left: readonly JsonLine[], right: readonly JsonLine[]): LinePair[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const same = (a: number, b: number) => keyOf(left[a]) === keyOf(right[b]);
  for (let a = left.length - 1; a >= 0; a--) {
    for (let b = right.length - 1; b >= 0; b--) {
      const cell = a * width + b;
      lengths[cell] = same(a, b)
        ? 1 + (lengths[cell + width + 1] ?? 0)
        : Math.max(lengths[cell + width] ?? 0, lengths[cell + 1] ?? 0);
    }
  }
  const pairs: LinePair[] = [];
  let wasLeft: LinePair["left"][] = [];
  let wasRight: LinePair["right"][] = [];
  const flush = () => {
    // Lines with the same pointer are a replaced value and are paired; the rest keep their order.
    for (const removed of wasLeft) {
      const index = wasRight.findIndex(
        (added) =>
          added !== null &&
          removed !== null &&
          added.line.pointer === removed.line.pointer &&
          added.line.pointer !== "",
      );
      const before = index === -1 ? [] : wasRight.splice(0, index);
      for (const added of before) pairs.push({ left: null, right: added });
      pairs.push({ left: removed, right: index === -1 ? null : (wasRight.shift() ?? null) });
    }
    for (const added of wasRight) pairs.push({ left: null, right: added });
    wasLeft = [];
    wasRight = [];
  };
  let a = 0;
  let b = 0;
  while (a < left.length || b < right.length) {
    const leftLine = left[a];
    const rightLine = right[b];
    if (leftLine !== undefined && rightLine !== undefined && same(a, b)) {
      flush();
      pairs.push({ left: { number: a + 1, line: leftLine }, right: { number: b + 1, line: rightLine } });
      a++;
      b++;
    } else if (
      rightLine === undefined ||
      (leftLine !== undefined && (lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0))
    ) {
      if (leftLine !== undefined) wasLeft.push({ number: a + 1, line: leftLine });
      a++;
    } else {
      wasRight.push({ number: b + 1, line: rightLine });
      b++;
    }
  }
  flush();
  return pairs;
}

/** The line without a trailing comma, which only says that more follows. */
const keyOf = (line: JsonLine | undefined) => line?.text.replace(/,$/, "");
