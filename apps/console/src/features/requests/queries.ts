import type { RequestPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";
import { requestQueryOf, type RequestSearch } from "./search.ts";

export const requestsQuery = (search: RequestSearch) =>
  listQuery<RequestPage>({ key: ["requests"], to: "/requests", query: { ...requestQueryOf(search) } });
