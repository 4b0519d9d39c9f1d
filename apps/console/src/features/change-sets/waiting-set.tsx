import type { ChangeSet, ChangeState, InboxKind, ReviewPage } from "@dc/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { usePermissions } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { useWording, type Wording } from "#/record/wording.ts";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { AlarmSection } from "./alarm-section.tsx";
import styles from "./change-sets.module.css";
import { useReviewAct } from "./mutations.ts";
import { changeSetQuery, firstChangesQuery, useAlarmsOf } from "./queries.ts";
import { Comments } from "./review/comments.tsx";
import { MovedChanges } from "./review/moved-changes.tsx";
import { changeCells } from "./review/review-columns.tsx";
import { TakingBack } from "./review/taking-back.tsx";
import { SetFacts } from "./set-facts.tsx";
import { SetHistory } from "./set-history.tsx";
import { SetState } from "./set-state.tsx";

/** The changes of a set that its entry in the inbox is about; of other kinds, all of them. */
const stateOf: { readonly [kind in InboxKind]?: ChangeState } = {
  failed: "failed",
  unknown: "unknown",
  review: "in review",
  approved: "approved",
  rejected: "rejected",
  withdrawn: "withdrawn",
};

const noChanges: readonly [] = [];

interface WaitingSetProps {
  id: string;
  kind: InboxKind;
}

/** What waits in a change set: what happened, the changes that it is about, and what can be done about them at once. */
export function WaitingSet({ id, kind }: WaitingSetProps) {
  const { data: changeSet, error, refetch } = useQuery(changeSetQuery(id));
  const wording = useWording();
  const alarms = useAlarmsOf(id, noChanges);
  const first = useQuery(firstChangesQuery(id, stateOf[kind] ?? null));
  if (changeSet === undefined)
    return error === null ? (
      <SkeletonRows rows={6} rowHeight={48} label="Loading the change set" />
    ) : (
      <ReadFailure error={error} onRetry={() => void refetch()} />
    );
  const hasGround = kind === "at rest" || kind === "not applied" || kind === "moved" || kind === "request";
  return (
    <>
      <p className={styles["waitingFacts"]}>
        <SetState changeSet={changeSet} />
        <SetFacts changeSet={changeSet} />
      </p>
      {kind === "alarm"
        ? alarms.filter(({ settled }) => settled === null).map((alarm) => <AlarmSection key={alarm.id} alarm={alarm} />)
        : null}
      {kind === "taking back" ? (
        <TakingBack
          changeSet={changeSet}
          changes={first.data?.items.map(({ change }) => change) ?? noChanges}
          wording={wording}
        />
      ) : null}
      {hasGround ? <MovedChanges changeSet={changeSet} wording={wording} /> : null}
      {kind === "comment" ? <Said changeSet={changeSet} /> : null}
      {kind === "alarm" || kind === "at rest" || kind === "not applied" || kind === "moved" ? null : (
        <FirstChanges changeSet={changeSet} first={first} isReview={kind === "review"} wording={wording} />
      )}
      {kind === "request" || kind === "review" ? <Said changeSet={changeSet} /> : null}
      <SetHistory changeSet={changeSet} withMoved={hasGround} wording={wording} />
    </>
  );
}

const Said = ({ changeSet }: { changeSet: ChangeSet }) => (
  <>
    <SectionHeading title="Comments" />
    <Comments changeSet={changeSet} changeId={null} />
  </>
);

interface FirstChangesProps {
  changeSet: ChangeSet;
  first: UseQueryResult<ReviewPage>;
  /** Whether they are to be approved. */
  isReview: boolean;
  wording: Wording;
}

/** The first changes that an entry is about. Where all are shown that may be approved, they can be. */
function FirstChanges({ changeSet, first: { data, error, refetch }, isReview, wording }: FirstChangesProps) {
  const { may } = usePermissions();
  const act = useReviewAct(changeSet);
  const items = data?.items ?? [];
  const isAll = data?.nextCursor === null;
  const approvable = items.filter((node) => node.approvable > 0);
  const approves = isReview && isAll && approvable.length > 0 && may("approve");
  const approve = () => {
    if (!act.isPending)
      act.mutate({ verb: "approve", choice: { changeIds: approvable.map(({ change }) => change.id) } });
  };
  useShortcuts(approves ? [{ keys: "a", label: "Approve", run: approve }] : []);
  if (error !== null && data === undefined) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} rowHeight={64} label="Loading the changes" />;
  return (
    <section aria-label="Changes" className={styles["waitingChanges"]}>
      <ul>
        {items.map((node) => {
          const { title, where, now, will, verdict } = changeCells(node, wording);
          return (
            <li key={node.key}>
              <div>
                <b>{title}</b>
                {changeSet.indexId === null ? (
                  <small>
                    in <bdi>{where}</bdi>
                  </small>
                ) : null}
                {verdict}
              </div>
              <div>
                {now === null ? null : (
                  <>
                    <small>now</small> {now}
                  </>
                )}
              </div>
              <div>
                {will === null ? null : (
                  <>
                    <small>will be</small> {will}
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {isAll ? null : (
        <p>
          The first {items.length}.{" "}
          <Link to={paths.changeSet.href({ changeSetId: changeSet.id })}>
            All {countText(changeSet.counts.total, "change")}
          </Link>
        </p>
      )}
      {approves ? (
        <div className={styles["verbs"]}>
          <Button variant="filled" loading={act.isPending} rightSection={<Kbd keys="a" hint />} onClick={approve}>
            Approve {countText(approvable.length, "change")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
