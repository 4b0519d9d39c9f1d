import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import type { Crumb } from "./breadcrumbs.tsx";
import { pageChrome, type PageScope } from "./page-chrome.ts";
import styles from "./page.module.css";

export interface PageProps {
  /** The heading; the browser's title too unless `documentTitle` says otherwise. */
  title: string;
  documentTitle?: string;
  /** A mark or state beside the heading. */
  beside?: ReactNode;
  lede?: ReactNode;
  actions?: ReactNode;
  /** The way here below the switcher; the last one is this page. */
  crumbs?: readonly Crumb[];
  /** The index that this page is in; null for all of them. */
  scope?: PageScope | null;
  /** Takes the window's height, for a page that is one table. */
  fill?: boolean;
  children: ReactNode;
}

const noCrumbs: readonly Crumb[] = [];

/** One screen inside the shell: sets title and breadcrumbs, and takes the focus when one comes from another screen. */
export function Page(props: PageProps) {
  const {
    title,
    documentTitle = title,
    beside,
    lede,
    actions,
    crumbs = noCrumbs,
    scope = null,
    fill = false,
    children,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    pageChrome.show({ crumbs, scope });
  });
  useEffect(() => {
    if (pageChrome.takesFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={fill ? `${styles["page"]} ${styles["fill"]}` : styles["page"]}>
      <title>{`${documentTitle} · Directory Console`}</title>
      <header className={styles["head"]}>
        <div className={styles["titles"]}>
          <div className={styles["titleRow"]}>
            <h1 ref={heading} tabIndex={-1}>
              <bdi>{title}</bdi>
            </h1>
            {beside}
          </div>
          {lede === undefined ? null : <div className={styles["lede"]}>{lede}</div>}
        </div>
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Content with a right rail that goes below it when there is no room. */
export function WithRail({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  return (
    <div className={styles["columns"]}>
      <div>{children}</div>
      <aside>{rail}</aside>
    </div>
  );
}
