/** The part of a query result that lists use; results of `useInfiniteQuery` and `useQuery` fit. */
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
  fetchNextPage?: (options?: { cancelRefetch: boolean }) => Promise<ListQuery>;
}

/** `empty` means that the server answered without rows, not that rows are still to come. */
export type ListStatus = "loading" | "failed" | "empty" | "shown";

export function listStatus(query: ListQuery, rowCount: number): ListStatus {
  if (query.data === undefined) return query.isPending ? "loading" : "failed";
  if (rowCount > 0) return "shown";
  if (query.isPlaceholderData) return "loading";
  return query.hasNextPage === true ? "shown" : "empty";
}

/** The number of matches on the server; null where it is not known. */
export function listTotal({ data }: ListQuery): number | null {
  if (data === undefined) return null;
  return "items" in data ? data.items.length : (data.pages[0]?.total ?? null);
}

/** Loads the next page unless one is being loaded; without `cancelRefetch` not while anything of the list is. */
export function loadMore({ isFetchingNextPage, fetchNextPage }: ListQuery, options?: { cancelRefetch: boolean }): void {
  if (isFetchingNextPage !== true) void fetchNextPage?.(options);
}
