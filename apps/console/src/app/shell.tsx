import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { useSessionEnded } from "#/api/session-phase.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { BottomBarPlace, WithBottomBar } from "#/ui/page/bottom-bar.tsx";
import { Breadcrumbs } from "#/ui/page/breadcrumbs.tsx";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { useCompact } from "#/ui/page/viewport.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { useKeptFocus } from "#/ui/keyboard/kept-focus.ts";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { ModeBadge, ModeStripe } from "#/marks/mode-badge.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { usePageChrome } from "#/ui/page/page-chrome.ts";
import { useUnsavedGuard } from "#/ui/form/unsaved-input.ts";
import { AlarmBanner } from "./banners/alarm-banner.tsx";
import { ConnectionBanner } from "./banners/connection-banner.tsx";
import { NavContent } from "./navigation/nav.tsx";
import { NewVersionBanner } from "./banners/new-version-banner.tsx";
import { ReachabilityBanner } from "./banners/reachability-banner.tsx";
import { collectTyped, takeTyped } from "#/ui/keyboard/typed-ahead.ts";
import { ScopeSwitcher } from "./navigation/scope-switcher.tsx";
import { footItems, navItems } from "./navigation/nav-items.ts";
import styles from "./shell.module.css";

const Palette = lazyPart(() =>
  import("./palette/palette.tsx").catch((failure: unknown) => {
    takeTyped();
    throw failure;
  }),
);
const SessionEnded = lazyPart(() => import("./session-ended.tsx"), { tells: "over the page" });
const LiveUpdates = lazyPart(() => import("./live-updates/live-updates.tsx"), { tells: "nothing" });
const NavDrawer = lazyPart(() => import("./navigation/nav-drawer.tsx"));
const Tooltips = lazyPart(() => import("#/ui/overlay/tooltips.tsx"), { tells: "nothing" });
const KeyboardHelp = lazyPart(() => import("./keyboard-help.tsx"));

/** The frame around every screen: nav, switcher, breadcrumbs, palette, mode, and the bar at the foot. */
export function Shell() {
  return (
    <WithBottomBar>
      <Frame />
    </WithBottomBar>
  );
}

function Frame() {
  const [palette, setPalette] = useState(false);
  const openPalette = () => {
    if (palette) return;
    collectTyped();
    setPalette(true);
  };
  useEffect(() => () => void takeTyped(), []);
  const [keySheet, setKeySheet] = useState(false);
  const [navAt, setNavAt] = useState<string | null>(null);
  const { data: connection } = useQuery(connectionQuery);
  const { crumbs } = usePageChrome();
  const compact = useCompact();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { may } = usePermissions();
  const places = [...navItems(), ...footItems()].filter(({ needs }) => needs === undefined || may(needs));
  const hasEnded = useSessionEnded();
  const hasRead = useFirstReading();

  useUnsavedGuard();
  useKeptFocus();
  useEffect(() => {
    if (hasRead) void Palette.preload();
  }, [hasRead]);
  const scrolledFor = useRef(pathname);
  useEffect(() => {
    if (scrolledFor.current === pathname) return;
    scrolledFor.current = pathname;
    document.getElementById("main")?.scrollTo({ top: 0 });
  }, [pathname]);

  useShortcuts([
    {
      keys: "mod+k",
      label: "Search or run a command",
      group: "Everywhere",
      everywhere: true,
      run: openPalette,
    },
    { keys: "?", label: "Keyboard shortcuts", group: "Everywhere", run: () => setKeySheet(true) },
    ...places.map(({ key, label, to }) => ({
      keys: `g ${key}`,
      label: `Go to ${label.toLowerCase()}`,
      group: "Go to",
      run: () => void navigate(to),
    })),
  ]);
  useCommands([
    ...places.map(({ key, label, to, icon }) => ({
      id: `go ${to}`,
      label,
      section: "Go to",
      keys: `g ${key}`,
      mark: <Icon name={icon} />,
      run: () => void navigate(to),
    })),
    {
      id: "keys",
      label: "Show keyboard shortcuts",
      section: "Do",
      keys: "?",
      mark: <Icon name="keyboard" />,
      run: () => setKeySheet(true),
    },
  ]);

  return (
    <>
      <a href="#main" className={styles["skip"]}>
        Skip to the content
      </a>
      <div className={styles["shell"]}>
        <div className={styles["stripe"]}>
          {connection === undefined ? null : <ModeStripe mode={connection.mode} />}
          <AlarmBanner />
        </div>
        {compact ? null : (
          <nav className={styles["nav"]} aria-label="Console">
            <NavContent withCounts={hasRead} />
          </nav>
        )}
        <header className={styles["header"]}>
          <button
            type="button"
            className={styles["menu"]}
            aria-label="Open the menu"
            onClick={() => setNavAt(pathname)}
          >
            <Icon name="menu" size={20} />
          </button>
          <div className={styles["where"]}>
            <ScopeSwitcher />
            <div className={styles["crumbs"]}>{crumbs.length === 0 ? null : <Breadcrumbs crumbs={crumbs} />}</div>
          </div>
          <button type="button" className={styles["search"]} onClick={openPalette}>
            <Icon name="search" size={15} />
            <span>Search or run a command</span>
            <Kbd keys="mod+k" hint />
          </button>
          {connection === undefined ? null : <ModeBadge mode={connection.mode} />}
        </header>
        <main id="main" className={styles["main"]} tabIndex={-1}>
          <Outlet />
        </main>
        <div className={styles["notices"]}>
          <ReachabilityBanner />
          <NewVersionBanner />
          <ConnectionBanner />
        </div>
        <BottomBarPlace className={styles["bottom"]} />
      </div>
      {navAt === pathname && compact ? <NavDrawer onClose={() => setNavAt(null)} /> : null}
      {hasEnded ? <SessionEnded /> : null}
      {hasRead && !hasEnded ? <LiveUpdates /> : null}
      {hasRead ? <Tooltips /> : null}
      {palette ? <Palette onClose={() => setPalette(false)} /> : null}
      {keySheet ? <KeyboardHelp onClose={() => setKeySheet(false)} /> : null}
    </>
  );
}

const LONGEST_MS = 2_000;

/** Whether the page has read what it shows first, or has tried for two seconds: then what it can do without is loaded. */
function useFirstReading(): boolean {
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (isDone) return;
    const limit = setTimeout(() => setDone(true), LONGEST_MS);
    let check: ReturnType<typeof setTimeout> | undefined;
    // The queries of the screen begin in the same turn as this effect.
    const look = () => {
      clearTimeout(check);
      check = setTimeout(() => client.isFetching() === 0 && setDone(true));
    };
    look();
    const stop = client.getQueryCache().subscribe(look);
    return () => {
      stop();
      clearTimeout(check);
      clearTimeout(limit);
    };
  }, [client, isDone]);
  return isDone;
}
