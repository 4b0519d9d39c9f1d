import type { QueryClient } from "@tanstack/react-query";
import { followEvents } from "#/api/events.ts";
import { waitingCountsQuery } from "#/connection/queries.ts";

/** Changes come in runs, and everybody who is signed in is told at the same moment. */
const firstPauseMs = () => 500 + Math.random() * 1_000;
/** What was just read is not read again before this, however many changes there are. */
const SHORTEST_MS = 5_000;

/** Reads again what the event stream says has changed, until the returned function is called. */
export function refreshOnEvents(client: QueryClient): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const stop = followEvents(() => {
    waiting ??= setTimeout(
      () => {
        waiting = undefined;
        lastAt = performance.now();
        void client.invalidateQueries({ queryKey: waitingCountsQuery.queryKey });
      },
      Math.max(firstPauseMs(), lastAt + SHORTEST_MS - performance.now()),
    );
  });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}
