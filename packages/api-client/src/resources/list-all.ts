import { ApiSchemaError } from "#/errors/api-errors.ts";
import { isJsonArray, type Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { Paging } from "#/profile/schema/profile-schema.ts";
import type { TemplateValues } from "#/profile/template.ts";
import { fillQuery } from "#/transport/build-request.ts";
import type { CallOptions, Exchange, ReadAnswer } from "#/transport/exchange.ts";

const mostPages = 2_000;

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
  answer: Pick<ReadAnswer, "json">,
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
      return new URLSearchParams(link.split("?")[1]?.split("#")[0] ?? "");
    }
  }
}

/**
 * Reads all pages of a list, within the deadline that the options name; throws ApiSchemaError for what is no list, or for
 * paging that does not end.
 */
export async function listAll(
  exchange: Exchange,
  name: string,
  values: TemplateValues,
  index: string | null,
  options: CallOptions,
): Promise<readonly Json[]> {
  const { entries } = await exchange.together(options, (within) => readPages(exchange, name, values, index, within));
  return entries;
}

/** Reads all pages of a list, and says how many there were: more than one are not of one moment. */
export async function readPages(
  exchange: Exchange,
  name: string,
  values: TemplateValues,
  index: string | null,
  options: CallOptions,
): Promise<{ readonly entries: readonly Json[]; readonly pages: number }> {
  const operation = exchange.operation(name);
  const paging: Paging = operation?.paging ?? { style: "none" };
  let query: URLSearchParams | null = operation === null ? null : startQuery(fillQuery(operation, values), paging);
  const entries: Json[] = [];
  const seen = new Set<string>();
  do {
    const answer: ReadAnswer = await exchange.read(name, values, index, options, query ?? undefined);
    const { resource } = answer;
    const context = { status: answer.response.status, requestId: answer.requestId };
    if (!isJsonArray(resource))
      throw new ApiSchemaError([{ pointer: operation?.resource ?? "", message: "must be a list" }], context);
    entries.push(...resource);
    seen.add(String(query));
    query = query === null ? null : nextQuery(query, paging, answer, resource.length);
    if (query !== null && (seen.size >= mostPages || seen.has(String(query))))
      throw new ApiSchemaError([{ pointer: "", message: "the pages of this list do not end" }], context);
  } while (query !== null);
  return { entries, pages: seen.size };
}
