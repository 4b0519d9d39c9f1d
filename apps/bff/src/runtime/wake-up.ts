/** Lets whoever has work for the sender wake it, without knowing it. */
export interface WakeUp {
  wake(): void;
  onWake(listener: () => void): void;
}

export function createWakeUp(): WakeUp {
  let listener = (): void => {};
  return {
    wake: () => listener(),
    onWake(next) {
      listener = next;
    },
  };
}
