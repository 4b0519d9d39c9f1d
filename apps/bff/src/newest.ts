/** Keeps the newest of what is put in, so many at most. */
export interface Newest<T> {
  add(one: T): void;
  /** Gives them, the oldest first, and keeps none. */
  drain(): T[];
}

export function newest<T>(most: number): Newest<T> {
  let kept: T[] = [];
  return {
    add(one) {
      // Let go in one go, so that adding costs the same however much came before.
      if (kept.length === 2 * most) kept = kept.slice(-most);
      kept.push(one);
    },
    drain() {
      const taken = kept.slice(-most);
      kept = [];
      return taken;
    },
  };
}
