/** Connects modules that have work to do with the one that does it, without imports between them. */
export interface Signal {
  notify(): void;
  subscribe(listener: () => void): void;
}

export function createSignal(): Signal {
  let listener = (): void => {};
  return {
    notify: () => listener(),
    subscribe(next) {
      listener = next;
    },
  };
}
