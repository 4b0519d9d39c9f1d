import type { IndexVersion } from "@dc/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { bff, path } from "#/api/bff.ts";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { connectionsQuery } from "#/connection/queries.ts";
import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";

/** The way to the same page of other connections that know an index version, as where a link was opened in the wrong one. */
export default function KnownElsewhere({ indexId }: { indexId: string }) {
  const { pathname, search } = useLocation();
  const { data } = useQuery(connectionsQuery);
  const others = (data?.items ?? []).filter(({ id }) => id !== connectionInUse());
  const answers = useQueries({
    queries: others.map(({ id }) => ({
      queryKey: [...connectionsQuery.queryKey, id, "index-version", indexId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        bff.get<IndexVersion>(path`/connections/${id}/index-versions/${indexId}`, { signal }),
    })),
  });
  const here = paths.connection.href({ connection: connectionInUse() });
  return others
    .filter((_, at) => answers[at]?.data !== undefined)
    .map(({ id, name }) => (
      // Another connection is loaded anew, as by its switcher.
      <Button key={id} href={`${paths.connection.href({ connection: id })}${pathname.slice(here.length)}${search}`}>
        Open it in “{name}”
      </Button>
    ));
}
