import { vi } from "vitest";

/** Comes back to the window after a while, so that what it shows is read again. */
export async function comeBack(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
  window.dispatchEvent(new Event("visibilitychange"));
  // What is old is looked for in a turn of its own.
  await new Promise((resolve) => setTimeout(resolve));
  vi.useRealTimers();
}
