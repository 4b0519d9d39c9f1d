import type { Session } from "@dc/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { Location } from "react-router";
import { BffError } from "#/api/bff-error.ts";
import { switchConnection } from "#/api/connection-in-use.ts";
import { keepEarlyEvents } from "#/api/early-events.ts";
import { sessionPhase } from "#/api/session-phase.ts";
import { connectionQuery, connectionsQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { signInAddress } from "#/features/session/return-address.ts";
import { paths } from "#/paths.ts";
import { overviewOf } from "#/routes/screens.tsx";

/** Reads what the pages of a route need, given the connection that the address names; resolves with another address where it leads to one. */
export type Enter = (asked: Location, connection: string) => Promise<string | null>;

/** How the pages inside the shell are entered: by somebody who is signed in, and in a connection. */
export function entriesWith(client: QueryClient) {
  let entered: Session | undefined;

  const inSession =
    (enter: Enter): Enter =>
    async (asked, connection) => {
      const session = await client.query({ ...sessionQuery, staleTime: "static" });
      if (session.person === null) return session.setUpNeeded ? paths.setUp.href() : signInAddress(asked);
      // The session that is kept may have ended meanwhile.
      if (session !== entered) sessionPhase.become("signed-in");
      entered = session;
      if (session.person.roles.length > 0) return await enter(asked, connection);
      // Without a role nothing of a connection can be seen, which the first page explains.
      return asked.pathname === paths.home.href() ? null : paths.home.href();
    };
  const firstConnection = async (): Promise<string> => {
    const { items } = await client.query({ ...connectionsQuery, staleTime: "static" });
    return items[0]?.id ?? "";
  };
  const openConnection = async (id: string) => {
    if (switchConnection(id))
      client.removeQueries({ predicate: ({ queryKey }) => !ofEveryConnection.has(queryKey[0]) });
    const early = keepEarlyEvents(id);
    try {
      early.after = (await client.query(connectionQuery)).lastEventId;
    } catch (error) {
      if (error instanceof BffError && error.code === "not_found") throw error;
    }
    return null;
  };

  return {
    home: inSession(async () => overviewOf(await firstConnection())),
    connection: inSession(async (_, id) => await openConnection(id)),
    firstConnection: inSession(async () => await openConnection(await firstConnection())),
    /** Leads an address of an earlier version, which named no connection, to the same page below the first connection. */
    moved: inSession(async ({ pathname, search, hash }) => {
      const connection = await firstConnection();
      return `${paths.connection.href({ connection })}${pathname}${search}${hash}`;
    }),
  };
}

/** The queries whose answers stay true when another connection is opened. */
const ofEveryConnection: ReadonlySet<unknown> = new Set([sessionQuery.queryKey[0], connectionsQuery.queryKey[0]]);
