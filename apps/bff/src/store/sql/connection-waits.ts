/** How long queries wait for a connection of the store. */
export interface ConnectionWaits {
  /** How many wait now. */
  readonly waiting: number;
  /** Told of each wait that has ended, in ms. */
  onWaited: ((ms: number) => void) | null;
  during<T>(acquire: () => Promise<T>): Promise<T>;
}

export function createConnectionWaits(): ConnectionWaits {
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },
    onWaited: null,
    async during(acquire) {
      const since = performance.now();
      waiting += 1;
      try {
        return await acquire();
      } finally {
        waiting -= 1;
        this.onWaited?.(performance.now() - since);
      }
    },
  };
}
