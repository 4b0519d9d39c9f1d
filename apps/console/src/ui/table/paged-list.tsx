import type { ReactNode } from "react";
import { Button } from "#/ui/form/button.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { listStatus, loadMore, type ListQuery } from "./list-query.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";

export interface PagedListProps<Row> {
  /** What is listed: "Loading the tokens". */
  name: string;
  query: ListQuery;
  rows: readonly Row[];
  /** Stands in the list's place where nothing is in it. */
  empty: ReactNode;
  /** The rows that stand there while the first page is on its way. */
  skeleton: { rows: number; rowHeight?: number };
  /** The button that reads the next page: "Show more tokens" unless it says something else. */
  moreLabel?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list from the server that is no table: loading, failed, empty, or its rows and a way to more of them. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { name, query, rows, empty, skeleton, moreLabel = `Show more ${props.name}`, children } = props;
  const status = listStatus(query, rows.length);
  if (status === "loading") return <SkeletonRows {...skeleton} label={`Loading the ${name}`} />;
  if (status === "failed") return <ReadFailure error={query.error} onRetry={() => query.refetch()} />;
  if (status === "empty") return empty;
  return (
    <>
      {children(rows)}
      {query.isFetchNextPageError === true ? (
        <ReadFailure error={query.error} onRetry={() => loadMore(query)} />
      ) : query.hasNextPage === true ? (
        <Button loading={query.isFetchingNextPage === true} onClick={() => loadMore(query)}>
          {moreLabel}
        </Button>
      ) : null}
    </>
  );
}
