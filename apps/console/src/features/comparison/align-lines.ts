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
      const at = a * width + b;
      lengths[at] = same(a, b)
        ? 1 + (lengths[at + width + 1] ?? 0)
        : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  const pairs: LinePair[] = [];
  let wasLeft: LinePair["left"][] = [];
  let wasRight: LinePair["right"][] = [];
  const flush = () => {
    // Lines with the same pointer are a replaced value and are paired; the rest keep their order.
    for (const one of wasLeft) {
      const at = wasRight.findIndex(
        (other) =>
          other !== null && one !== null && other.line.pointer === one.line.pointer && other.line.pointer !== "",
      );
      const before = at === -1 ? [] : wasRight.splice(0, at);
      for (const other of before) pairs.push({ left: null, right: other });
      pairs.push({ left: one, right: at === -1 ? null : (wasRight.shift() ?? null) });
    }
    for (const other of wasRight) pairs.push({ left: null, right: other });
    wasLeft = [];
    wasRight = [];
  };
  let a = 0;
  let b = 0;
  while (a < left.length || b < right.length) {
    const one = left[a];
    const other = right[b];
    if (one !== undefined && other !== undefined && same(a, b)) {
      flush();
      pairs.push({ left: { number: a + 1, line: one }, right: { number: b + 1, line: other } });
      a++;
      b++;
    } else if (
      other === undefined ||
      (one !== undefined && (lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0))
    ) {
      if (one !== undefined) wasLeft.push({ number: a + 1, line: one });
      a++;
    } else {
      wasRight.push({ number: b + 1, line: other });
      b++;
    }
  }
  flush();
  return pairs;
}

/** The line without a trailing comma, which only says that more follows. */
const keyOf = (line: JsonLine | undefined) => line?.text.replace(/,$/, "");
