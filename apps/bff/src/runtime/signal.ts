/** Joins whoever has work to do to whoever does it, without either importing the other. */
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
