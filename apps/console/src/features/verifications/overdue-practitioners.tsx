import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { itemsOf } from "#/api/list-query.ts";
import { useToday } from "#/connection/use-today.ts";
import { paths } from "#/paths.ts";
import { dayOf } from "#/ui/display/format-time.ts";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { LastVerified, dueWords } from "#/verification/last-verified.tsx";
import { verificationsQuery } from "./queries.ts";
import styles from "./verifications.module.css";

const MOST_SHOWN = 20;

/** The first practitioners of a directory whose verification is overdue, the oldest first. */
export function OverduePractitioners({ indexId }: { indexId: string }) {
  const today = dayOf(useToday());
  const { data, error, refetch } = useInfiniteQuery(verificationsQuery({ due: "overdue", indexId }));
  const rows = itemsOf(data, ({ practitionerId }) => practitionerId).slice(0, MOST_SHOWN);
  if (error !== null && data === undefined) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} rowHeight={48} label="Loading what is overdue" />;
  return (
    <ul className={styles["overdue"]} aria-label="Overdue">
      {rows.map(({ practitionerId, name, place, dueOn, entries }) => (
        <li key={practitionerId}>
          <div>
            <Link to={paths.practitioner.href({ indexId, practitionerId })}>
              <NameOrId name={name} id={practitionerId} />
            </Link>
            {place === null ? null : <bdi>{place.name}</bdi>}
          </div>
          <div className={styles["last"]}>
            <LastVerified last={entries.find((entry) => entry.indexId === indexId)?.last ?? null} />
          </div>
          <span>{dueWords(dueOn, today)}</span>
        </li>
      ))}
    </ul>
  );
}
