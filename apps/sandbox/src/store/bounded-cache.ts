/** The most recently used entries, at most `limit` of them. */
export function createBoundedCache<V>(limit: number): {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
} {
  const entries = new Map<string, V>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.size > limit ? entries.keys().next() : undefined;
      if (oldest && !oldest.done) entries.delete(oldest.value);
    },
    delete: (key) => void entries.delete(key),
  };
}
