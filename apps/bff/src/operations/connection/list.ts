import type { ConnectionList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";

/** The connections of this console: the one of the environment. */
export function listConnections({ deps }: RequestContext): ConnectionList {
  const { id, name, baseUrl, mode, apiVersion } = deps.connection;
  return { items: [{ id, name, baseUrl, mode, apiVersion }] };
}
