import { Connection, Session } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => bff.get("/session", Session, { signal }),
  staleTime: 5 * 60_000,
});

export const connectionQuery = queryOptions({
  queryKey: ["connection"],
  queryFn: ({ signal }) => bff.get("/connection", Connection, { signal }),
  staleTime: 60_000,
});

/** Whether the service has an operation that its interface leaves open, as its profile tells; false until that is known. */
export function hasOperation(connection: Connection | undefined, operation: string): boolean {
  const known = connection?.capabilities.find((capability) => capability.operation === operation);
  return known !== undefined && known.capability !== "stub" && known.capability !== "not there";
}
