import type { ActivityFilter, ActivityPage } from "@dc/contract";
import { useEffect, useState } from "react";
import { bff } from "#/api/bff.ts";
import { eventStream } from "#/api/events.ts";

/** Several changes at once are counted once. */
const PAUSE_MS = 1_000;
/** A list read longer ago than this may lack entries whose events have passed. */
const OLD_MS = 5_000;
const MOST = 100;

export interface NewEntries {
  count: number;
  /** Whether there are more than were counted. */
  isMore: boolean;
}

const none: NewEntries = { count: 0, isMore: false };

/**
 * How many entries that the filter matches are newer than `newest`, kept fresh by the event stream while it is live. Null where
 * none matched; undefined until that is known.
 */
export function useNewEntries(
  filter: ActivityFilter,
  { newest, readAt, isLive }: { newest: string | null | undefined; readAt: number; isLive: boolean },
): NewEntries {
  const asked = JSON.stringify(filter);
  const [newEntries, setNewEntries] = useState<NewEntries & { asked: string; newest: string | null }>();
  useEffect(() => {
    if (!isLive || newest === undefined) return undefined;
    const left = new AbortController();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let isEnough = false;
    const count = async () => {
      const query = { ...(JSON.parse(asked) as ActivityFilter), limit: MOST };
      const { items, nextCursor } = await bff.get<ActivityPage>("/activity", { query, signal: left.signal });
      const at = items.findIndex(({ id }) => id === newest);
      const fresh = at === -1 ? items.length : at;
      const isMore = fresh === items.length && nextCursor !== null;
      isEnough = isMore;
      setNewEntries({ count: fresh, isMore, asked, newest });
    };
    const countSoon = () => {
      if (isEnough) return;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        // The next event counts again, and the list says by itself that it cannot be read.
        count().catch(() => undefined);
      }, PAUSE_MS);
    };
    if (Date.now() - readAt > OLD_MS) countSoon();
    const stop = eventStream().follow(countSoon);
    return () => {
      clearTimeout(waiting);
      left.abort();
      stop();
    };
  }, [asked, newest, readAt, isLive]);
  return isLive && newEntries?.asked === asked && newEntries.newest === newest ? newEntries : none;
}
