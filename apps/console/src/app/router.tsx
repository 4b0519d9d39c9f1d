import type { Session } from "@dc/contract";
import type { QueryClient } from "@tanstack/react-query";
import {
  createBrowserRouter,
  redirect,
  type LoaderFunctionArgs,
  type RouteObject,
  Navigate,
  useLoaderData,
  useLocation,
} from "react-router";
import { BffError } from "#/api/bff-error.ts";
import { switchConnection } from "#/api/connection-in-use.ts";
import { keepEarlyEvents } from "#/api/early-events.ts";
import { sessionPhase } from "#/api/session-phase.ts";
import { connectionQuery, connectionsQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { signInAddress } from "#/features/session/return-address.ts";
import { ErrorPage } from "./error-page.tsx";
import { paths } from "#/paths.ts";
import { overviewOf, movedScreens, outerScreens, screens, screenWithoutRole } from "#/routes/screens.ts";
import { Shell } from "./shell.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";

/** Every screen but sign-in and set-up is inside the shell of a connection and asks for a session first. */
export function routesWith(client: QueryClient): RouteObject[] {
  let entered: Session | undefined;
  const checkSession = async (request: Request): Promise<NonNullable<Session["person"]>> => {
    const session = await client.query({ ...sessionQuery, staleTime: "static" });
    const asked = new URL(request.url);
    if (session.person !== null) {
      // The session that is kept may have ended meanwhile.
      if (session !== entered) sessionPhase.become("signed-in");
      entered = session;
      // Without a role nothing of a connection can be seen, which the first page explains.
      if (session.person.roles.length === 0 && asked.pathname !== paths.home.href()) throw redirect(paths.home.href());
      return session.person;
    }
    // A request has no hash; that of an address opened in the browser stands in the window.
    if (window.location.pathname === asked.pathname) asked.hash = window.location.hash;
    throw redirect(session.setUpNeeded ? paths.setUp.href() : signInAddress(asked));
  };
  const firstConnection = async ({ request }: LoaderFunctionArgs): Promise<string> => {
    await checkSession(request);
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
  const frame = { ErrorBoundary: ErrorPage, HydrateFallback: LoadingPage };
  const shell = { ...frame, shouldRevalidate: () => false, Component: Shell };
  const notFound = { path: "*", lazy: () => import("#/routes/not-found.tsx") };
  return [
    ...outerScreens().map((screen) => ({ ...frame, ...screen })),
    {
      ...frame,
      path: paths.home.path,
      loader: async (args) => {
        const { roles } = await checkSession(args.request);
        return roles.length === 0 ? null : redirect(overviewOf(await firstConnection(args)));
      },
      lazy: screenWithoutRole,
    },
    ...movedScreens.map((path) => ({ ...frame, path, loader: firstConnection, Component: MovedPage })),
    {
      ...shell,
      path: paths.connection.path,
      loader: async ({ request, params }) => {
        await checkSession(request);
        return await openConnection(params["connection"] ?? "");
      },
      children: [{ ErrorBoundary: ErrorPage, children: [...screens(), notFound] }],
    },
    { ...shell, loader: async (args) => await openConnection(await firstConnection(args)), children: [notFound] },
  ];
}

/** The queries whose answers stay true when another connection is opened. */
const ofEveryConnection: ReadonlySet<unknown> = new Set([sessionQuery.queryKey[0], connectionsQuery.queryKey[0]]);

export function createRouter(client: QueryClient) {
  return createBrowserRouter(routesWith(client));
}

/** Shown while the first screen loads: nothing for 300 ms, then placeholder rows. */
function LoadingPage() {
  return (
    <div style={{ padding: "68px 24px", maxInlineSize: 820, marginInlineStart: "min(212px, 10vw)" }}>
      <SkeletonRows rows={8} label="Loading the console" />
    </div>
  );
}

/** Leads an address of an earlier version, which named no connection, to the same page below the first connection. */
function MovedPage() {
  const connection = useLoaderData<string>();
  const { pathname, search, hash } = useLocation();
  return <Navigate to={{ pathname: `${paths.connection.href({ connection })}${pathname}`, search, hash }} replace />;
}
