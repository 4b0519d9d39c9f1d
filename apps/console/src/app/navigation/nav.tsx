import { memo, useId } from "react";
import { Link, useLocation } from "react-router";
import { usePermissions } from "#/connection/permissions.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Wordmark } from "#/ui/display/wordmark.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionInUse } from "./connection-switcher.tsx";
import { paths } from "#/paths.ts";
import { footItems, navItems, type NavItem } from "./nav-items.ts";
import styles from "./navigation.module.css";

const WaitingCounts = lazyPart(() => import("./waiting-counts.tsx"), { tells: "nothing" });

interface NavContentProps {
  inDrawer?: boolean;
  withCounts?: boolean;
}

/** The content of the nav, beside the page or in the drawer; drawn again only where it changes. */
export const NavContent = memo(function NavContent({ inDrawer = false, withCounts = true }: NavContentProps) {
  const { may } = usePermissions();
  const isShown = ({ needs }: NavItem) => needs === undefined || may(needs);
  return (
    <>
      {inDrawer ? null : (
        <Link to={paths.home.href()} className={styles["brand"]}>
          <Wordmark />
          Directory Console
        </Link>
      )}
      <ConnectionInUse />
      {navItems()
        .filter(isShown)
        .map((item) => (
          <NavLine key={item.to} item={item} withCounts={withCounts} />
        ))}
      <div className={styles["space"]} />
      {footItems()
        .filter(isShown)
        .map((item) => (
          <NavLine key={item.to} item={item} withCounts={withCounts} />
        ))}
      <div className={styles["accountRule"]} />
      <AccountMenu />
    </>
  );
});

function NavLine({ item, withCounts }: { item: NavItem; withCounts: boolean }) {
  const { pathname } = useLocation();
  const wordsId = useId();
  const isCurrent = [item.to, ...(item.also ?? [])].some(
    (place) => pathname === place || (place !== "/" && pathname.startsWith(`${place}/`)),
  );
  return (
    <Link
      to={item.to}
      className={styles["item"]}
      aria-current={isCurrent ? "page" : undefined}
      aria-describedby={item.waitingOn === undefined ? undefined : wordsId}
    >
      <Icon name={item.icon} />
      {item.label}
      {item.waitingOn === undefined || !withCounts ? null : <WaitingCounts on={item.waitingOn} wordsId={wordsId} />}
    </Link>
  );
}
