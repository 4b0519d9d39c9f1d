/** Keeps at most this many of the newest entries. */
export interface BoundedBuffer<T> {
  add(item: T): void;
  /** Empties the buffer and returns its entries, oldest first, with the number of dropped ones. */
  drain(): { kept: T[]; dropped: number };
}

export function createBoundedBuffer<T>(most: number): BoundedBuffer<T> {
  let kept: T[] = [];
  let dropped = 0;
  return {
    add(item) {
      // Drops many entries at once, so that the cost of adding one does not depend on how many came before.
      if (kept.length === 2 * most) {
        kept = kept.slice(-most);
        dropped += most;
      }
      kept.push(item);
    },
    drain() {
      const taken = { kept: kept.slice(-most), dropped: dropped + Math.max(0, kept.length - most) };
      kept = [];
      dropped = 0;
      return taken;
    },
  };
}
