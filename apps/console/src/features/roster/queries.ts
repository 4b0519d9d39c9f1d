import type { RosterImport, RosterImportLinePage, RosterImportPage, RosterPage } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { listQuery } from "#/api/list-query.ts";
import type { RosterSearch } from "./search.ts";

export const rosterKey = (indexId: string) => ["roster", indexId] as const;
const rosterImportsKey = ["roster-imports"] as const;
const whileRunningMs = 800;

export const rosterQuery = (
  indexId: string,
  { q, type, state, sort }: Pick<RosterSearch, "q" | "type" | "state" | "sort">,
) =>
  listQuery<RosterPage>({
    key: [...rosterKey(indexId), "list", type],
    to: path`/index-versions/${indexId}/roster`,
    query: { q, type, sort, state: state === "any" ? null : state },
  });

/** The newest imports into a roster. */
export const rosterImportsQuery = (indexId: string) =>
  queryOptions({
    queryKey: [...rosterImportsKey, "of", indexId],
    queryFn: ({ signal }) =>
      bff.get<RosterImportPage>(path`/index-versions/${indexId}/roster-imports`, { query: { limit: 20 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === "running") === true ? whileRunningMs : false,
  });

/** All imports into a roster, page by page. */
export const allRosterImportsQuery = (indexId: string) =>
  listQuery<RosterImportPage>({
    key: [...rosterImportsKey, "all", indexId],
    to: path`/index-versions/${indexId}/roster-imports`,
    query: {},
  });

export const rosterImportQuery = (id: string) =>
  queryOptions({
    queryKey: [...rosterImportsKey, "one", id],
    queryFn: ({ signal }) => bff.get<RosterImport>(path`/roster-imports/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? whileRunningMs : false),
  });

export const rosterImportLinesQuery = (id: string, state: "ambiguous" | "bad" | "missing" | "failed" | "repeat") =>
  listQuery<RosterImportLinePage>({
    key: [...rosterImportsKey, "lines", id],
    to: path`/roster-imports/${id}/lines`,
    query: { state },
  });
