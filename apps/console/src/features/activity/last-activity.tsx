import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { itemsOf } from "#/api/list-query.ts";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { Avatar } from "#/ui/display/avatar.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./activity.module.css";
import { foldEntries, wordsOf } from "./fold-entries.ts";
import { activityQuery } from "./queries.ts";

const SHOWN = 6;
const noRuns: ReadonlySet<string> = new Set();

/** The newest lines of the journal. */
export function LastActivity() {
  const { data } = useInfiniteQuery(activityQuery({}));
  const rows = foldEntries(
    itemsOf(data, ({ id }) => id),
    noRuns,
  ).slice(0, SHOWN);
  return (
    <section aria-label="Last activity">
      <SectionHeading title="Last activity" action={<Link to={paths.activity.href()}>Activity</Link>} />
      <ul className={styles["last"]}>
        {rows.map((row) => (
          <li key={row.entry.id}>
            <Avatar name={row.entry.actor.name} square={row.entry.actor.kind !== "person"} />
            <Link to={paths.activity.href({ entry: row.entry.id })} className="quiet-link">
              <bdi>{wordsOf(row)}</bdi>
            </Link>
            <Age at={row.entry.at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
