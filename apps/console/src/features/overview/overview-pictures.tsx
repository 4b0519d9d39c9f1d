import type { IndexVersionQuery, Overview, ReadingPause } from "@dc/contract";
import { Link } from "react-router";
import { bff, path } from "#/api/bff.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { type Bar, CountedBars } from "./counted-bars.tsx";
import styles from "./overview.module.css";

const WEEKS = 12;

const sum = (counts: readonly { week: number; count: number }[], from: number, to: number) =>
  counts.reduce((total, { week, count }) => (week >= from && week <= to ? total + count : total), 0);

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** How old what is known is, when entries are to be verified again, and how many changes became live. */
export function OverviewPictures({
  overview: { today, readings, due, becameLive, toReaders },
}: {
  overview: Overview;
}) {
  const those = (age: IndexVersionQuery["read"]) => paths.indexVersions.href({ read: age });
  const read: readonly Bar[] = [
    { label: "a day", count: readings.day, to: those("day") },
    { label: "a week", count: readings.week, to: those("week") },
    { label: "older", count: readings.older, hue: "outside", to: those("older") },
    { label: "never", count: readings.never, hue: "outside", to: those("never") },
  ];
  const inTime = paths.verifications.href({ due: "in time" });
  const verify: readonly Bar[] = [
    {
      label: "overdue",
      count: sum(due, -Infinity, -1),
      hue: "outside",
      to: paths.verifications.href({ due: "overdue" }),
    },
    { label: "2 weeks", count: sum(due, 0, 1), hue: "ink", to: paths.verifications.href() },
    { label: "6 weeks", count: sum(due, 2, 5), to: inTime },
    { label: "later", count: sum(due, 6, Infinity), to: inTime },
  ];
  const changes = becameLive.map(({ week, changes: count }) => ({ week, count }));
  const live = Array.from({ length: WEEKS }, (_, place): Bar => {
    const week = WEEKS - 1 - place;
    const label = week === 0 ? "this week" : place === 0 ? `${week} weeks ago` : "";
    return {
      label,
      words: week === 0 ? "this week" : countText(week, "week") + " ago",
      count: sum(changes, week, week),
      to: paths.activity.href({
        action: "change-set",
        from: dayBefore(today, 7 * (week + 1)),
        to: dayBefore(today, 7 * week),
      }),
    };
  });
  return (
    <div className={styles["pictures"]}>
      <section>
        <SectionHeading title="Last read" action={<Link to={paths.indexVersions.href()}>Index versions</Link>} />
        <CountedBars label="Roster entries by the age of their last reading" bars={read} />
        <PausedReading paused={readings.paused} />
      </section>
      <section>
        <SectionHeading title="To be verified again" action={<Link to={paths.verifications.href()}>Verified</Link>} />
        <CountedBars label="Entries of practitioners by when they are to be verified again" bars={verify} />
      </section>
      <section>
        <SectionHeading title="Became live" action={<Link to={paths.changeSets.href()}>Change sets</Link>} />
        <CountedBars label="Changes that became live, by week" bars={live} isLong />
        <TimeToReaders toReaders={toReaders} today={today} />
      </section>
    </div>
  );
}

/** Who paused that old records are read by themselves; pauses and resumes it. */
function PausedReading({ paused }: Pick<Overview["readings"], "paused">) {
  const turn = useCommand({
    run: (to: "pause" | "resume") => bff.post<ReadingPause>(path`/reading/${to}`, {}),
    changes: ["connection"],
    rereadsAfter: anyFailure,
  });
  const button = (to: "pause" | "resume", label: string) => (
    <Permitted action="apply" forAll>
      <Button size="xs" loading={turn.isPending} onClick={() => turn.mutate(to)}>
        {label}
      </Button>
    </Permitted>
  );
  return (
    <div className={styles["time"]}>
      {paused === null ? (
        button("pause", "Pause reading")
      ) : (
        <>
          <bdi>{paused.by.name}</bdi> paused reading <Age at={paused.at} after="ago" />.{" "}
          {button("resume", "Resume reading")}
        </>
      )}
      <CommandFailure error={turn.error} />
    </div>
  );
}

/** How many changes of the last 30 days readers had within two business days after they were reported. */
function TimeToReaders({ toReaders: { inTime, later, mostDays }, today }: Pick<Overview, "toReaders" | "today">) {
  const total = inTime + later;
  if (total === 0) return null;
  return (
    <p className={styles["time"]}>
      Readers had{" "}
      <Link to={paths.activity.href({ action: "change-set", from: dayBefore(today, 30), to: today })}>
        {later > 0
          ? `${numberText(inTime)} of ${numberText(total)}`
          : total === 1
            ? "the only one"
            : `all ${numberText(total)}`}
      </Link>{" "}
      of the last 30 days within two business days.{later === 0 ? "" : ` The slowest took ${mostDays}.`}
    </p>
  );
}
