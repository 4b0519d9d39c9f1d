import { useSyncExternalStore } from "react";

const tickMs = 15_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Must return the same value twice within one render, so without a timer the time is read again only after a second. */
function snapshot(): number {
  if (timer === undefined && Math.abs(Date.now() - now) >= 1_000) now = Date.now();
  return now;
}

/** The current time in ms, updated every 15 seconds for all components at once. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot);
}
