import type { Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { Paging } from "./schema/profile-schema.ts";

/** The query of an address: all from its first question mark on, but for a fragment. */
export function queryOf(address: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? "");
}

/** The query of the first page. */
export function startQuery(query: URLSearchParams, paging: Paging): URLSearchParams {
  if (paging.style === "page") query.set(paging.query, String(paging.first));
  if (paging.style === "offset") query.set(paging.query, "0");
  if ("sizeQuery" in paging && paging.sizeQuery !== undefined && paging.size !== undefined)
    query.set(paging.sizeQuery, String(paging.size));
  return query;
}

/** The query of the page after this one; null after the last. */
export function nextQuery(
  query: URLSearchParams,
  paging: Paging,
  answer: { readonly json: Json },
  count: number,
): URLSearchParams | null {
  const next = new URLSearchParams(query);
  const partAt = (pointer: string) => valueAt(answer.json, pointer);
  switch (paging.style) {
    case "none":
      return null;
    case "page": {
      const isLast =
        paging.more === undefined
          ? count === 0 || (paging.size !== undefined && count < paging.size)
          : partAt(paging.more) !== true && partAt(paging.more) !== "true";
      next.set(paging.query, String(Number(query.get(paging.query)) + 1));
      return isLast ? null : next;
    }
    case "offset":
      next.set(paging.query, String(Number(query.get(paging.query)) + count));
      return count < paging.size ? null : next;
    case "cursor": {
      const cursor = partAt(paging.next);
      if (cursor === undefined || cursor === null || cursor === "") return null;
      next.set(paging.query, typeof cursor === "string" ? cursor : JSON.stringify(cursor));
      return next;
    }
    case "link": {
      const link = partAt(paging.next);
      if (typeof link !== "string" || link === "") return null;
      return queryOf(link);
    }
  }
}
