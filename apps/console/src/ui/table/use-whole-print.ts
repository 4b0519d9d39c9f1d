import { useEffect, useRef } from "react";
import { loadMore, type ListQuery } from "./list-query.ts";

/** Prints a list once all its pages are loaded and shown. A page that fails ends it: the list tells so. */
export function useWholePrint(query: ListQuery): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || query.isFetchingNextPage === true) return;
    const hasFailed = query.isFetchNextPageError === true;
    if (query.hasNextPage === true && !hasFailed) return loadMore(query);
    isAsked.current = false;
    // React draws no further rows within an effect.
    if (!hasFailed) queueMicrotask(print);
  });
  return () => {
    isAsked.current = true;
    loadMore(query);
  };
}
