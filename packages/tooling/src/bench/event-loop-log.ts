import { renameSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/*
 * Preloaded into a bff by the bench: on SIGUSR2 it writes how long the event loop stood since the last report to the file
 * named by EVENT_LOOP_LOG, as JSON in milliseconds, and starts over.
 */

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on("SIGUSR2", () => {
  // A turn later, so that a stall which is just ending counts.
  setTimeout(() => {
    const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const file = process.env["EVENT_LOOP_LOG"] ?? "event-loop.json";
    writeFileSync(`${file}.unfinished`, JSON.stringify({ p99Ms: ms(delay.percentile(99)), maxMs: ms(delay.max) }));
    renameSync(`${file}.unfinished`, file);
    delay.reset();
  }, 3 * RESOLUTION_MS);
});
