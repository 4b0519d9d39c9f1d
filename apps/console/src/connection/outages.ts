import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connectionQuery } from "./queries.ts";

const outageCodes: ReadonlySet<string> = new Set(["service_unreachable", "service_timeout", "service_paused"]);

/**
 * Tells of the codes with which readings failed whether the banner above the page says so already. Where one of them is an
 * outage that the banner does not know of yet, the connection is read again.
 */
export function useToldOutages(codes: readonly (string | null)[]): (code: string | null) => boolean {
  const client = useQueryClient();
  const { data: connection } = useQuery(connectionQuery);
  const isTold = connection?.health.state === "down" || connection?.health.state === "paused";
  const isUntold = !isTold && codes.some((code) => code !== null && outageCodes.has(code));
  useEffect(() => {
    if (isUntold) void client.invalidateQueries({ queryKey: connectionQuery.queryKey }, { cancelRefetch: false });
  }, [client, isUntold]);
  return (code) => isTold && code !== null && outageCodes.has(code);
}
