import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from "react-router";
import { connectionQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/features/session/queries.ts";
import { signInAddress } from "#/features/session/return-address.ts";
import { ErrorPage } from "./error-page.tsx";
import { LoadingPage } from "./loading-page.tsx";
import { paths } from "./paths.ts";
import { screens } from "./screens.ts";
import { Shell } from "./shell.tsx";

/** Every screen but sign-in and set-up is inside the shell and asks for a session first. */
export function routesWith(client: QueryClient): RouteObject[] {
  const needsSession = async ({ request }: LoaderFunctionArgs) => {
    const session = await client.query({ ...sessionQuery, staleTime: "static" });
    if (session.person === null)
      throw redirect(session.setUpNeeded ? paths.setUp.href() : signInAddress(new URL(request.url)));
    await client.query(connectionQuery).catch(() => undefined);
    return null;
  };
  return [
    {
      path: paths.signIn.path,
      lazy: () => import("#/routes/sign-in.tsx"),
      ErrorBoundary: ErrorPage,
      HydrateFallback: LoadingPage,
    },
    {
      path: paths.setUp.path,
      lazy: () => import("#/routes/set-up.tsx"),
      ErrorBoundary: ErrorPage,
      HydrateFallback: LoadingPage,
    },
    {
      path: paths.home.path,
      loader: needsSession,
      shouldRevalidate: () => false,
      Component: Shell,
      ErrorBoundary: ErrorPage,
      HydrateFallback: LoadingPage,
      children: [
        {
          ErrorBoundary: ErrorPage,
          children: [...screens(), { path: "*", lazy: () => import("#/routes/not-found.tsx") }],
        },
      ],
    },
  ];
}

export function createRouter(client: QueryClient) {
  return createBrowserRouter(routesWith(client));
}
