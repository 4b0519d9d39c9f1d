import type { ConnectionList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";

/** The connections in which the caller has a role; there is the one of the environment. */
export function listConnections({ deps, roles }: RequestContext): ConnectionList {
  const { id, name, baseUrl, mode, apiVersion } = deps.connection;
  const isSeen = roles.some(({ connectionId }) => connectionId === id);
  return { items: isSeen ? [{ id, name, baseUrl, mode, apiVersion }] : [] };
}
