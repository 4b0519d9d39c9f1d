import { ApiSchemaError } from "#/errors/api-errors.ts";
import { isJsonArray, type Json } from "#/json/json.ts";
import { nextQuery, startQuery } from "#/profile/paging.ts";
import type { Paging } from "#/profile/schema/profile-schema.ts";
import type { TemplateValues } from "#/profile/template.ts";
import { fillQuery } from "#/transport/build-request.ts";
import type { CallOptions, Exchange, ReadAnswer } from "#/transport/exchange.ts";

const mostPages = 2_000;

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

/**
 * Reads the pages of a list, and says how many there were: more than one are not of one moment. No page is asked for once
 * there are `most` entries or `mostRead` pages; `isWhole` where none was left.
 */
export async function readPages(
  exchange: Exchange,
  name: string,
  values: TemplateValues,
  index: string | null,
  {
    most = Infinity,
    mostRead = Infinity,
    ...options
  }: CallOptions & { readonly most?: number; readonly mostRead?: number },
): Promise<{ readonly entries: readonly Json[]; readonly pages: number; readonly isWhole: boolean }> {
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
  } while (query !== null && entries.length < most && seen.size < mostRead);
  return { entries, pages: seen.size, isWhole: query === null };
}
