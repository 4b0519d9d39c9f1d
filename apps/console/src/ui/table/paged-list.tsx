import type { ReactNode } from "react";
import { Button } from "#/ui/form/button.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { listStatus, loadMore, type ListQuery } from "./list-query.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";

export interface PagedListProps<Row> {
  /** Names the list: "Loading the tokens". */
  name: string;
  query: ListQuery;
  rows: readonly Row[];
  /** Replaces an empty list. */
  empty: ReactNode;
  /** The placeholder rows while the first page loads. */
  skeleton: { rows: number; rowHeight?: number };
  /** The button that loads the next page; "Show more tokens" by default. */
  moreLabel?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list from the server that is not a table: loading, failed, empty, or its rows with a button for the next page. */
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
