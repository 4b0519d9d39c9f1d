import type { Query, QueryClient } from "@tanstack/react-query";
import { eventStream } from "#/api/events.ts";
import { hasFewPages } from "#/api/list-query.ts";
import { waitingCountsQuery } from "#/connection/waiting-counts-query.ts";
import {
  changedBy,
  changedByAnything,
  type ChangedQueries,
  isOneOf,
  isRowToDecideOn,
} from "#/commands/changed-queries.ts";

/** Changes come in runs, and everybody who is signed in is told at the same moment. */
const firstPauseMs = () => 500 + Math.random() * 1_000;
/** What was just read is not read again before this, however many changes there are. */
const SHORTEST_MS = 5_000;
const ASK_AGAIN_MS = 500;

/**
 * Reads again what the event stream says has changed, until the returned function is called. What a screen shows waits until
 * nobody is at work on it; the counts in the nav do not.
 */
export function refreshOnEvents(client: QueryClient): () => void {
  const changed = new Map<string, ChangedQueries>();
  const isChanged = ({ queryKey }: Query) => isOneOf([...changed.values()], queryKey);

  const counts = createRun(() => void client.invalidateQueries({ queryKey: waitingCountsQuery.queryKey }));
  const screens = createRun(() => {
    client.removeQueries({
      type: "inactive",
      predicate: (query) => isChanged(query) && isRowToDecideOn(query.queryKey),
    });
    // A hidden window reads again when it is shown.
    const isReadNow = (query: Query) => !document.hidden && hasFewPages(query.state.data);
    void client.invalidateQueries({ predicate: (query) => isChanged(query) && !isReadNow(query), refetchType: "none" });
    void client.invalidateQueries({ predicate: (query) => isChanged(query) && isReadNow(query) });
    changed.clear();
  }, isAtWork);

  const stop = eventStream().open((event) => {
    if (event.type === "rights") {
      void client.invalidateQueries();
      return;
    }
    for (const queries of event.type === "start" ? changedByAnything() : changedBy(event))
      changed.set(`${queries.root} ${queries.indexId ?? ""}`, queries);
    counts.soon();
    if (changed.size > 0) screens.soon();
  });
  return () => {
    stop();
    counts.stop();
    screens.stop();
  };
}

/** Runs soon after it was asked for, not too often, and only once nothing holds it back. */
function createRun(run: () => void, isHeldBack: () => boolean = () => false) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const attempt = () => {
    if (isHeldBack()) {
      waiting = setTimeout(attempt, ASK_AGAIN_MS);
      return;
    }
    waiting = undefined;
    lastAt = performance.now();
    run();
  };
  return {
    soon() {
      waiting ??= setTimeout(attempt, Math.max(firstPauseMs(), lastAt + SHORTEST_MS - performance.now()));
    },
    stop: () => clearTimeout(waiting),
  };
}

const QUIET_MS = 1_500;
const TEXT_FIELD = "textarea, select, [contenteditable], input:not([type='checkbox'], [type='radio'], [type='button'])";
/** What stands open over the page, or asks for a confirmation on it. */
const OPEN = "dialog[open], :popover-open, [data-asking]";

let touchedAt = Number.NEGATIVE_INFINITY;
for (const type of ["keydown", "pointerdown", "wheel"])
  addEventListener(type, () => (touchedAt = performance.now()), { capture: true, passive: true });

/** Whether the page must not change now: somebody types, has a dialog or a question open, or has just touched it. */
function isAtWork(): boolean {
  if (performance.now() - touchedAt < QUIET_MS) return true;
  if (document.querySelector(OPEN) !== null) return true;
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.matches(TEXT_FIELD) && hasText(focused);
}

function hasText(field: HTMLElement): boolean {
  return "value" in field ? field.value !== "" : true;
}
