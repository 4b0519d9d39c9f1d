import { useEffect } from "react";

interface PagedQuery {
  data: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
}

/**
 * Reads page after page. While pages are read again it waits, since one reading of a query ends the other; a page that a list has
 * asked for just now is not asked for once more.
 */
export function useEveryPage({ data, hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery): void {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
    // A page that is answered at once is there before it is drawn that it is read.
  }, [data, hasNextPage, isFetching, isError, fetchNextPage]);
}
