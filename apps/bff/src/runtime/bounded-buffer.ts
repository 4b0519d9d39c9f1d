/** Keeps the newest of what is put in, so many at most. */
export interface BoundedBuffer<T> {
  add(one: T): void;
  /** Gives them, the oldest first, with how many older ones were let go, and keeps none. */
  drain(): { kept: T[]; dropped: number };
}

export function createBoundedBuffer<T>(most: number): BoundedBuffer<T> {
  let kept: T[] = [];
  let dropped = 0;
  return {
    add(one) {
      // Let go in one go, so that adding costs the same however much came before.
      if (kept.length === 2 * most) {
        kept = kept.slice(-most);
        dropped += most;
      }
      kept.push(one);
    },
    drain() {
      const taken = { kept: kept.slice(-most), dropped: dropped + Math.max(0, kept.length - most) };
      kept = [];
      dropped = 0;
      return taken;
    },
  };
}
