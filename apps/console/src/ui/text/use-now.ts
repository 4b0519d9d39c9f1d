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

/** Two looks in one rendering must agree: while nothing ticks, the time is only taken anew when it is old. */
function snapshot(): number {
  if (timer === undefined && Math.abs(Date.now() - now) >= 1_000) now = Date.now();
  return now;
}

/** The time in ms, shared by everything on screen and moved on every 15 seconds, so that ages change together. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot);
}
