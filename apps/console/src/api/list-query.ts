import type { Page } from "@dc/contract";
import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import { bff, type BffRequest } from "./bff.ts";

/** The cursor of the first page. */
export const firstPage: string | null = null;
const fewPages = 3;

interface ListQueryOptions {
  key: readonly [string, ...unknown[]];
  to: string;
  query?: BffRequest["query"];
  limit?: number;
  /** Whether it is read again only when it is asked for, so that nothing moves while one reads. */
  stays?: boolean;
}

/**
 * A list read page by page. After a change of filter the old rows stay until the first new page has come; those of another
 * list, whose key is another one, do not.
 */
export function listQuery<Answer extends Page<unknown>>({
  key,
  to,
  query = {},
  limit = 100,
  stays = false,
}: ListQueryOptions) {
  return infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) => bff.get<Answer>(to, { query: { ...query, limit, cursor: pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page: Answer) => page.nextCursor,
    placeholderData: (before, of) => (key.every((part, at) => of?.queryKey[at] === part) ? before : undefined),
    // Otherwise every loaded page would be read again, one after the other.
    refetchOnWindowFocus: ({ state }) => !stays && hasFewPages(state.data),
  });
}

/** Whether what a query has read is read again as a whole at little cost. */
export function hasFewPages(data: unknown): boolean {
  const pages = data instanceof Object && "pages" in data ? data.pages : [];
  return !Array.isArray(pages) || pages.length <= fewPages;
}

/** The items of all loaded pages, each once: a row that moved between two reads may be on two pages. */
export function itemsOf<Item>(
  data: InfiniteData<Page<Item>, unknown> | undefined,
  keyOf: (item: Item) => string,
): Item[] {
  const items = new Map<string, Item>();
  for (const page of data?.pages ?? []) for (const item of page.items) items.set(keyOf(item), item);
  return [...items.values()];
}
