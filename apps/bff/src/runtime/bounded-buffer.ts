/** Keeps the newest of what is put in, so many at most. */
export interface Newest<T> {
  add(one: T): void;
  /** Gives them, the oldest first, with how many older ones were let go, and keeps none. */
  drain(): { kept: T[]; letGo: number };
}

export function newest<T>(most: number): Newest<T> {
  let kept: T[] = [];
  let letGo = 0;
  return {
    add(one) {
      // Let go in one go, so that adding costs the same however much came before.
      if (kept.length === 2 * most) {
        kept = kept.slice(-most);
        letGo += most;
      }
      kept.push(one);
    },
    drain() {
      const taken = { kept: kept.slice(-most), letGo: letGo + Math.max(0, kept.length - most) };
      kept = [];
      letGo = 0;
      return taken;
    },
  };
}
