import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const LONGEST_MS = 2_000;

/** Whether the page has read what it shows first, or has tried for two seconds: then what it can do without is loaded. */
export function useFirstReading(): boolean {
  const client = useQueryClient();
  const reading = useIsFetching();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const limit = setTimeout(() => setDone(true), LONGEST_MS);
    return () => clearTimeout(limit);
  }, []);
  useEffect(() => {
    if (isDone || reading > 0) return;
    // The queries of the screen begin in the same turn as this effect.
    const check = setTimeout(() => client.isFetching() === 0 && setDone(true));
    return () => clearTimeout(check);
  }, [client, reading, isDone]);
  return isDone;
}
