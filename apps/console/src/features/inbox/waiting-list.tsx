import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { AnswerOnLine, EntryAge, EntryStep, faces, inboxQuery, subjectOf } from "./inbox-entries.tsx";
import styles from "./inbox.module.css";

const SHOWN = 5;

/** The first entries of the inbox, each with its one step, for the side of another page. */
export function WaitingList() {
  const { data, error, refetch } = useQuery(inboxQuery);
  const entries = faces.flatMap((face) =>
    (data?.items ?? [])
      .filter(({ kind, putOff }) => kind === face.kind && putOff === null)
      .map((entry) => ({ face, entry })),
  );
  return (
    <section className={styles["waiting"]} aria-label="Waits for you">
      <SectionHeading
        title="Waits for you"
        action={entries.length > SHOWN ? <Link to={paths.inbox.href()}>All {entries.length}</Link> : undefined}
      />
      {error !== null && data === undefined ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={3} rowHeight={64} label="Loading what waits" />
      ) : entries.length === 0 ? (
        <p>Nothing waits for you.</p>
      ) : (
        <ul>
          {entries.slice(0, SHOWN).map(({ face, entry }) => (
            <li key={entry.id}>
              {face.mark}
              <div>
                <b>
                  <bdi>{subjectOf(entry) ?? face.heading}</bdi>
                </b>
                <bdi>{face.title(entry)}</bdi>
                {entry.answer === null ? null : (
                  <small>
                    <AnswerOnLine entry={entry} />
                  </small>
                )}
                <footer>
                  <EntryAge entry={entry} />
                  <EntryStep face={face} entry={entry} />
                </footer>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
