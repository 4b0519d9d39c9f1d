import type { JournalEntry } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { numberText } from "#/ui/display/count.tsx";
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
            {entry.number === null ? null : (
              <>
                <dt>Entry</dt>
                <dd>{numberText(entry.number)}</dd>
              </>
            )}
            {entry.address === null ? null : (
              <>
                <dt>From</dt>
                <dd className="mono">{entry.address}</dd>
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
          <p className={styles["links"]}>
            {leadsTo(entry).map(({ to, label }) => (
              <Link key={label} to={to}>
                {label}
              </Link>
            ))}
          </p>
          {entry.before === null ? null : <Value title="Before" value={entry.before} />}
          {entry.after === null ? null : <Value title="After" value={entry.after} />}
        </div>
      )}
    </SideDrawer>
  );
}

/** Where what an entry is about is found, and the entries that are like it. */
function leadsTo({ subject, action, actor, indexId }: JournalEntry): { to: string; label: string }[] {
  const noun = action.split(".")[0];
  const activityOf = (name: string, value: string) =>
    `${paths.activity.href()}?${new URLSearchParams({ [name]: value })}`;
  return [
    ...(subject.startsWith("set_")
      ? [{ to: paths.changeSet.href({ changeSetId: subject }), label: "Open the change set" }]
      : []),
    ...(noun === "person" ? [{ to: paths.people.href(), label: "Open people" }] : []),
    ...(noun === "token" ? [{ to: paths.developerGateway.href(), label: "Open tokens" }] : []),
    ...(noun === "referrer" ? [{ to: paths.referrers.href(), label: "Open referrers" }] : []),
    { to: activityOf("by", actor.id), label: `Only what ${actor.name} did` },
    ...(indexId === null ? [] : [{ to: activityOf("index", indexId), label: "Only this directory" }]),
  ];
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
