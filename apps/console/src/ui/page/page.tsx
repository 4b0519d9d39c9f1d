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
  /** Keeps the actions below the title, however many there are at the moment. */
  actionsBelow?: boolean;
  /** The path below the scope; the last entry is this page. */
  crumbs?: readonly Crumb[];
  /** What everything on this page belongs to; null where the page is not limited to one such thing. */
  scope?: PageScope | null;
  /** Fills the height of the window, for a page that is one table. */
  fill?: boolean;
  children: ReactNode;
}

const noCrumbs: readonly Crumb[] = [];

/** The content of one page: sets the document title, breadcrumbs and scope, and focuses its heading after navigation. */
export function Page(props: PageProps) {
  const {
    title,
    documentTitle = title,
    beside,
    lede,
    actions,
    actionsBelow = false,
    crumbs = noCrumbs,
    scope = null,
    fill = false,
    children,
  } = props;
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    pageChrome.show({ crumbs, scope });
  });
  useEffect(() => {
    // A form whose first field has taken the focus keeps it.
    const isTaken = page.current?.contains(document.activeElement) === true;
    if (pageChrome.takesFocus() && !isTaken) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={page} className={fill ? `${styles["page"]} ${styles["fill"]}` : styles["page"]}>
      <title>{`${documentTitle} · Directory Console`}</title>
      <header className={styles["head"]} data-below={actionsBelow || undefined}>
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

/** Content with a sidebar at its end, or below it on a narrow page. Without a sidebar the content has the whole width, and stays mounted. */
export function WithSidebar({
  children,
  sidebar,
  isFirst = false,
}: {
  children: ReactNode;
  sidebar: ReactNode;
  /** Where there is no room beside the content, the sidebar stands above it. */
  isFirst?: boolean;
}) {
  return (
    <div className={sidebar === null ? undefined : styles["columns"]} data-first={isFirst || undefined}>
      <div>{children}</div>
      {sidebar === null ? null : <aside>{sidebar}</aside>}
    </div>
  );
}
