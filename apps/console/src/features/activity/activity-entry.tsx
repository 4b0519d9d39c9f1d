import type { JournalEntry } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/app/paths.ts";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import styles from "./activity.module.css";

/** One journal entry in full, with the values before and after. */
export function ActivityEntry({ entry, onClose }: { entry: JournalEntry | null; onClose: () => void }) {
  return (
    <SideDrawer opened={entry !== null} title="What happened" onClose={onClose}>
      {entry === null ? null : (
        <div className={styles["entry"]}>
          <p className={styles["sentence"]}>
            <bdi>{entry.sentence}</bdi>
          </p>
          <dl>
            <dt>Who</dt>
            <dd>
              <bdi>{entry.actor.name}</bdi>
              {entry.actor.kind === "person" ? "" : `, ${entry.actor.kind}`}
            </dd>
            <dt>When</dt>
            <dd>{formatFullTime(new Date(entry.at))}</dd>
            {entry.why === null ? null : (
              <>
                <dt>Why</dt>
                <dd>
                  <bdi>{entry.why}</bdi>
                </dd>
              </>
            )}
            {entry.indexId === null ? null : (
              <>
                <dt>Index</dt>
                <dd>
                  <Link to={paths.directory.href({ indexId: entry.indexId })}>
                    <bdi>{entry.indexName ?? entry.indexId}</bdi>
                  </Link>{" "}
                  <CopyableId id={entry.indexId} />
                </dd>
              </>
            )}
            <dt>Action</dt>
            <dd className="mono">{entry.action}</dd>
            <dt>Subject</dt>
            <dd>
              <CopyableId id={entry.subject} />
            </dd>
            {entry.requestId === null ? null : (
              <>
                <dt>Request</dt>
                <dd>
                  <CopyableId id={entry.requestId} />
                </dd>
              </>
            )}
          </dl>
          {entry.before === null ? null : <Value title="Before" value={entry.before} />}
          {entry.after === null ? null : <Value title="After" value={entry.after} />}
        </div>
      )}
    </SideDrawer>
  );
}

function Value({ title, value }: { title: string; value: JournalEntry["before"] }) {
  return (
    <section>
      <h3>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it */}
      <pre tabIndex={0} aria-label={title}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}
