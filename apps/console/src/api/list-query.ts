import type { Page } from "@dc/contract";
import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from "@tanstack/react-query";
import { bff, type AnswerSchema, type BffRequest } from "./bff.ts";

/** The cursor of the first page: none. */
export const firstPage: string | null = null;
const fewPages = 3;

interface ListQueryOptions<Answer> {
  key: readonly [string, ...unknown[]];
  to: string;
  schema: AnswerSchema<Answer>;
  query?: BffRequest["query"];
  limit?: number;
}

/** A list of the server, one page after the other by cursor. What was shown stays until another query's first page is there. */
export function listQuery<Answer extends Page<unknown>>({
  key,
  to,
  schema,
  query = {},
  limit = 100,
}: ListQueryOptions<Answer>) {
  return infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) => bff.get(to, schema, { query: { ...query, limit, cursor: pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page: Answer) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Every page would be read again, one after the other.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewPages,
  });
}

/** All items of the pages that have come, each once: a row that moved between two pages is in both. */
export function itemsOf<Item>(
  data: InfiniteData<Page<Item>, unknown> | undefined,
  keyOf: (item: Item) => string,
): Item[] {
  const items = new Map<string, Item>();
  for (const page of data?.pages ?? []) for (const item of page.items) items.set(keyOf(item), item);
  return [...items.values()];
}
