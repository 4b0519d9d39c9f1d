import { Link } from "react-router";
import styles from "./breadcrumbs.module.css";

export interface Crumb {
  label: string;
  /** Left out for the current page. */
  to?: string;
}

/** The path to the current page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={styles["crumbs"]}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.label}>
            {crumb.to === undefined ? (
              <bdi aria-current="page">{crumb.label}</bdi>
            ) : (
              <Link to={crumb.to}>
                <bdi>{crumb.label}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
