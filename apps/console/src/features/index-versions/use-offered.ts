import type { OfferedIndexVersions } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { connectionQuery } from "#/connection/queries.ts";
import { offeredQuery } from "./queries.ts";

/** The index versions of the service that are not known here. A service that cannot list them is not asked. */
export function useOffered(): OfferedIndexVersions | undefined {
  const { data: connection } = useQuery(connectionQuery);
  const listing = connection?.capabilities.find(({ operation }) => operation === "listIndexVersions")?.capability;
  const isKnownToLack = listing === "not there" || listing === "stub";
  const { data } = useQuery({ ...offeredQuery, enabled: connection !== undefined && !isKnownToLack });
  return isKnownToLack ? notListed : data;
}

const notListed: OfferedIndexVersions = { state: "not listed", items: [], total: 0, failure: null };
