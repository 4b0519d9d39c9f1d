/** What a list reads from its query; the results of TanStack Query's `useInfiniteQuery` and `useQuery` have it. */
export interface ListQuery {
  data:
    | { readonly pages: readonly { readonly total?: number | null }[] }
    | { readonly items: readonly unknown[] }
    | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

/** `empty` is said of an answer without rows, not of rows that are still to come. */
export type ListStatus = "loading" | "failed" | "empty" | "shown";

export function listStatus(query: ListQuery, rowCount: number): ListStatus {
  if (query.data === undefined) return query.isPending ? "loading" : "failed";
  if (rowCount > 0) return "shown";
  if (query.isPlaceholderData) return "loading";
  return query.hasNextPage === true ? "shown" : "empty";
}

/** All that match on the server; null where that is not known. */
export function listTotal({ data }: ListQuery): number | null {
  if (data === undefined) return null;
  return "items" in data ? data.items.length : (data.pages[0]?.total ?? null);
}

/** Asks for the next page unless one is on its way. */
export function loadMore({ isFetchingNextPage, fetchNextPage }: ListQuery): void {
  if (isFetchingNextPage !== true) fetchNextPage?.();
}
