import type { IndexVersionQuery, Overview } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { Permitted } from "#/connection/permissions.tsx";
import { LastActivity } from "#/features/activity/last-activity.tsx";
import { WaitingList } from "#/features/inbox/waiting-list.tsx";
import { Legend, Lifelines, SettledDirectories } from "#/features/overview/lifelines.tsx";
import { OverviewPictures } from "#/features/overview/overview-pictures.tsx";
import { overviewQuery } from "#/features/overview/queries.ts";
import styles from "#/features/overview/overview.module.css";
import { paths } from "#/paths.ts";
import { entriesText } from "#/verification/last-verified.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Button } from "#/ui/form/button.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { Page, WithSidebar } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { numberText } from "#/ui/display/count.tsx";

const spans = [
  { value: "6", label: "6 weeks" },
  { value: "26", label: "6 months" },
] as const;

/** The state of all directories at a glance, and what waits for the person. */
export function Component() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const [params, change] = useUrlState();
  const navigate = useNavigate();
  const now = new Date(useNow());
  const weeks = params.get("weeks") === "26" ? "26" : "6";
  const create = (
    <Permitted action="apply">
      <Button
        variant="filled"
        leftSection={<Icon name="plus" />}
        onClick={() => void navigate(paths.newIndexVersion.href())}
      >
        Create index version
      </Button>
    </Permitted>
  );
  const isEmpty = data?.directories.total === 0;
  return (
    <Page title="Overview" lede={data === undefined || isEmpty ? undefined : ledeOf(data)} actions={create}>
      {error !== null && data === undefined ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={12} label="Loading the overview" />
      ) : isEmpty ? (
        // The index versions show how to begin.
        <Navigate to={paths.indexVersions.href()} replace />
      ) : (
        <WithSidebar sidebar={<WaitingList />}>
          <section className={styles["panel"]} aria-label="What waits for a decision, and since when">
            <header>
              <h2>What waits for a decision, and since when</h2>
              <SegmentedControl
                label="Shown"
                small
                value={weeks}
                options={spans}
                onChange={(value) => change({ weeks: value === "6" ? null : value })}
              />
            </header>
            {data.unsettled.length === 0 ? (
              <p className={styles["none"]}>Nothing moved that somebody has not settled.</p>
            ) : (
              <Lifelines overview={data} weeks={Number(weeks)} now={now} />
            )}
            <SettledDirectories overview={data} />
            <Legend />
          </section>
          <OverviewPictures overview={data} />
          <LastActivity />
        </WithSidebar>
      )}
    </Page>
  );
}

/** How directories are, in one sentence; each part of it leads to those of which it speaks. */
function ledeOf({ directories, due }: Overview): ReactNode {
  const { total, conflict, outside, baseMoved, settled } = directories;
  const overdue = due.reduce((sum, { week, count }) => (week < 0 ? sum + count : sum), 0);
  const those = (waits: IndexVersionQuery["waits"]) => paths.indexVersions.href({ waits });
  const said = [
    {
      count: conflict,
      text: <b>{`${numberText(conflict)} ${conflict === 1 ? "has a conflict" : "have conflicts"}`}</b>,
      to: those("conflict"),
    },
    { count: outside, text: `${numberText(outside)} changed outside`, to: those("outside") },
    { count: baseMoved, text: `in ${numberText(baseMoved)} the standard data moved`, to: those("base moved") },
    { count: settled, text: `in ${numberText(settled)} nothing moved`, to: those("nothing") },
    {
      count: overdue,
      text: `${entriesText(overdue)} to be verified again`,
      to: paths.verifications.href({ due: "overdue" }),
    },
  ].filter(({ count }) => count > 0);
  return (
    <>
      {numberText(total)} {total === 1 ? "directory" : "directories"}:{" "}
      {said.map(({ text, to }, place) => (
        <Fragment key={to}>
          {place === 0 ? "" : ", "}
          <Link to={to} className={styles["to"]}>
            {text}
          </Link>
        </Fragment>
      ))}
      .
    </>
  );
}
