import type { QueryClient } from "@tanstack/react-query";
import { Component, type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import {
  type Location,
  matchRoutes,
  type NavigationType,
  Outlet,
  renderMatches,
  type RouteMatch,
  Router,
  type UNSAFE_createBrowserHistory,
  useLocation,
} from "react-router";
import { paths } from "#/paths.ts";
import { hasPageAnswers } from "#/api/page-answers.ts";
import { loadScreen, screen, type ScreenName } from "#/routes/loaded-screens.tsx";
import { movedScreens, outerScreens, screens, type ShellRoute } from "#/routes/screens.tsx";
import { AskedLocation } from "#/ui/page/use-url-state.ts";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { type Enter, entriesWith } from "./entries.ts";
import { ErrorPage } from "./error-page.tsx";
import { Shell } from "./shell.tsx";
import styles from "./shell.module.css";

type History = ReturnType<typeof UNSAFE_createBrowserHistory>;

interface Visit {
  location: Location;
  action: NavigationType;
}

interface Failure {
  error: unknown;
}

interface Shown extends Visit {
  matches: RouteMatch[] | null;
  failure: Failure | null;
}

export interface OpenPages extends ReturnType<typeof pagesWith> {
  history: History;
  /** The location asked for last, whose page may still be loading. */
  asked: () => Location;
  /** The first page, once it has been loaded. */
  first: Shown | null;
}

/** Begins to load the page of the address, also before anything is rendered: with what came with the document it is there by then. */
export function openPages(client: QueryClient, history: History): OpenPages {
  const pages: OpenPages = { ...pagesWith(client), history, asked: () => history.location, first: null };
  const { location, action } = history;
  const opened = async (elsewhere: string | null) => {
    if (elsewhere !== null) return;
    // What came with the document is there before anything is drawn, so that the page is drawn once and whole.
    if (hasPageAnswers()) await pages.readFirst(matches);
    if (isSame(history.location, location)) pages.first = { location, action, matches, failure: null };
  };
  const { matches, loading } = pages.load(location);
  loading?.then(opened, () => undefined);
  return pages;
}

/** Shows the page of the address. Until what a page needs has been loaded, the one before stays. */
export function ConsoleRouter({ pages }: { pages: OpenPages }) {
  const { history } = pages;
  const [isLoading, setLoading] = useState(false);
  const [first] = useState(pages.first);
  const [shown, setShown] = useState(first);
  useLayoutEffect(() => {
    let latest: Location | null = null;
    let hasShown = first !== null;
    const show = (next: Shown) => {
      const change = () => {
        setShown(next);
        setLoading(false);
      };
      // Before the first page there is nothing that could go on meanwhile.
      if (hasShown) startTransition(change);
      else change();
      hasShown = true;
    };
    const open = ({ location, action }: Visit) => {
      latest = location;
      const { matches, loading } = pages.load(location);
      if (loading === null) return show({ location, action, matches, failure: null });
      setLoading(true);
      loading.then(
        (elsewhere) => {
          if (latest !== location) return;
          if (elsewhere === null) show({ location, action, matches, failure: null });
          else history.replace(elsewhere);
        },
        (error: unknown) => {
          if (latest === location) show({ location, action, matches, failure: { error } });
        },
      );
    };
    if (!hasShown) open(history);
    const stop = history.listen(open);
    return () => {
      latest = null;
      stop();
    };
  }, [first, history, pages]);
  if (shown === null) return <LoadingPage />;
  const { location, action, matches, failure } = shown;
  return (
    <AskedLocation value={pages.asked}>
      <Router navigator={history} location={location} navigationType={action}>
        {isLoading ? <div className={styles["loading"]} role="status" aria-label="Loading" /> : null}
        <ErrorBoundary location={location}>
          {failure === null ? renderMatches(matches) : <ErrorPage error={failure.error} />}
        </ErrorBoundary>
      </Router>
    </AskedLocation>
  );
}

/** A page of a route with `enter` is entered once, and again when one comes from elsewhere. */
type Page = ShellRoute & { enter?: Enter };
type Matches = RouteMatch<string, Page>[] | null;

interface Loaded {
  asked: Location;
  matches: Matches;
  /** Resolves with another address where the page leads to one; null if all of it is there. */
  loading: Promise<string | null> | null;
}

/** The history makes a new object of its location each time; an entry that it did not make itself has no key of its own. */
const isSame = (a: Location, b: Location) => a.key === b.key && a.pathname === b.pathname && a.search === b.search;

function pagesWith(client: QueryClient) {
  const routes = routesWith(client);
  let entered: { route: Page; connection: string } | null = null;
  let last: Loaded | null = null;

  const enter = async (route: Page, asked: Location, connection: string) => {
    entered = null;
    const elsewhere = (await route.enter?.(asked, connection)) ?? null;
    if (elsewhere === null) entered = { route, connection };
    return elsewhere;
  };

  const loadFor = (asked: Location, matches: Matches): Promise<string | null> | null => {
    const [outermost] = matches ?? [];
    const waits = (matches ?? []).flatMap(({ route }) => loadScreen(route.handle as ScreenName | undefined) ?? []);
    if (outermost === undefined) return null;
    const { route, params } = outermost;
    const connection = params["connection"] ?? "";
    const isInside = route === entered?.route && connection === entered.connection;
    if (isInside && waits.length === 0) return null;
    const entry = isInside ? null : enter(route, asked, connection);
    return Promise.all(waits).then(() => entry);
  };

  return {
    /** Reads what a page shows first. What fails is told by its screen. */
    async readFirst(matches: Matches): Promise<void> {
      await matches
        ?.at(-1)
        ?.route.readFirst?.(client)
        .catch(() => undefined);
    },
    /** Finds the page of an address and loads what it needs, once for each visit. */
    load(asked: Location): Loaded {
      if (last !== null && isSame(last.asked, asked)) return last;
      const matches = matchRoutes<Page>(routes, asked);
      last = { asked, matches, loading: loadFor(asked, matches) };
      return last;
    },
  };
}

/** Every screen but sign-in and set-up is inside the shell of a connection and asks for a session first. */
function routesWith(client: QueryClient): Page[] {
  const { home, moved, connection, firstConnection } = entriesWith(client);
  const notFound = { path: "*", ...screen("notFound") };
  return [
    ...outerScreens(),
    { path: paths.home.path, enter: home, ...screen("withoutRoleScreen") },
    ...movedScreens.map((path) => ({ path, enter: moved })),
    {
      path: paths.connection.path,
      enter: connection,
      element: <Shell />,
      children: [{ element: <ScreenBoundary />, children: [...screens(), notFound] }],
    },
    { enter: firstConnection, element: <Shell />, children: [notFound] },
  ];
}

/** Keeps the shell where a screen inside it fails. */
function ScreenBoundary() {
  return (
    <ErrorBoundary location={useLocation()}>
      <Outlet />
    </ErrorBoundary>
  );
}

/** Shows what failed in the place of its content, until another address is visited. */
class ErrorBoundary extends Component<
  { location: Location; children: ReactNode },
  { location: Location; failure: Failure | null }
> {
  override state = { location: this.props.location, failure: null as Failure | null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ location }: { location: Location }, before: { location: Location }) {
    return location === before.location ? null : { location, failure: null };
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <ErrorPage error={failure.error} />;
  }
}

/** Shown while the first screen loads: nothing for 300 ms, then placeholder rows. */
function LoadingPage() {
  return (
    <div style={{ padding: "68px 24px", maxInlineSize: 820, marginInlineStart: "min(220px, 10vw)" }}>
      <SkeletonRows rows={8} label="Loading the console" />
    </div>
  );
}
