import type { ChangeSet, ReviewPage } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { usePermissions } from "#/connection/permissions.tsx";
import { approvalSettingsQuery, connectionQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import styles from "#/features/change-sets/change-sets.module.css";
import { type ReviewVerb, useChangeSetVerb } from "#/features/change-sets/mutations.ts";
import { usePlanRevision } from "#/features/change-sets/plan/plan-button.tsx";
import { State } from "#/marks/state.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";

/** How far the review is; to whoever may not take part, that it is so. */
const approvedText = (
  { approved, inReview }: ChangeSet["counts"],
  { isOwn, given }: { isOwn: boolean; /** What they approved, and waits for others. */ given: number },
) => (
  <span className={styles["approved"]}>
    {approved} of {inReview + approved} approved
    {given > 0 ? `. You approved ${given} more, which ${given === 1 ? "waits" : "wait"} for others` : ""}
    {isOwn ? ". You can’t approve your own" : ""}
  </span>
);

/** The approval that the signed-in person gave. */
function useOwnApproval({ approvals }: ChangeSet) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return approvals.find(({ by }) => by.id === session?.person?.id);
}

interface ReviewBarProps {
  changeSet: ChangeSet;
  /** Of what the filters of the rows on screen find; undefined before they are read. */
  found: ReviewPage["found"] | undefined;
  busy: boolean;
  onVerb: (verb: ReviewVerb, count: number) => void;
}

/** How far the review is, and what is next for all that its filters find. */
export function ReviewBar({ changeSet, found, busy, onVerb }: ReviewBarProps) {
  const { state, counts, version } = changeSet;
  const { may } = usePermissions();
  const { data: settings } = useQuery(approvalSettingsQuery);
  const { data: connection } = useQuery(connectionQuery);
  const verb = useChangeSetVerb(changeSet.id);
  const mayApprove = state === "in review" && may("approve");
  const mayApply = state === "approved" && may("apply");
  const needed = Math.max(settings?.required ?? 1, 1);
  // As the inbox counts: what one approved waits for others.
  const given = useOwnApproval(changeSet)?.inReview ?? 0;
  const { approvable, open, own } = found ?? { approvable: 0, open: 0, own: 0 };
  // All of a set has no other set to go to.
  const maySplit = mayApprove && may("stage") && open > 0 && open < counts.inReview + counts.approved;
  const plan = usePlanRevision(changeSet);
  const apply = () => verb.mutate({ verb: "apply", version, plan });
  useShortcuts([
    ...(mayApprove && approvable > 0
      ? [{ keys: "shift+a", label: "Approve all", run: () => onVerb("approve", approvable) }]
      : []),
    ...(mayApply ? [{ keys: "mod+enter", label: "Apply", run: apply }] : []),
  ]);
  const by = changeSet.approvals.map(({ by: person, changes }) => `${person.name} approved ${changes}`);
  return (
    <BottomBar
      label="Review"
      mark={<State state={state === "approved" ? "approved" : "in review"} show="mark" />}
      title={
        state === "approved"
          ? countText(counts.approved, "change") + " approved"
          : approvedText(counts, { isOwn: own > 0 && approvable === 0, given })
      }
      note={by.length > 0 ? by.join(", ") : `${needed === 1 ? "one approval is" : `${needed} approvals are`} needed`}
      actions={
        <>
          {mayApprove ? (
            <>
              {maySplit ? (
                <Button waits={busy} onClick={() => onVerb("split", open)}>
                  Split off {numberText(open)}
                </Button>
              ) : null}
              {open === 0 ? null : (
                <>
                  <Button onClick={() => onVerb("requests", open)}>Ask for changes</Button>
                  <Button onClick={() => onVerb("reject", open)}>Reject {numberText(open)}</Button>
                </>
              )}
              {approvable === 0 ? null : (
                <Button
                  variant="filled"
                  loading={busy}
                  rightSection={<Kbd keys="shift+a" hint />}
                  onClick={() => onVerb("approve", approvable)}
                >
                  Approve {countText(approvable, "change")}
                </Button>
              )}
            </>
          ) : null}
          {mayApply ? (
            <Button
              variant="filled"
              loading={verb.isPending}
              rightSection={<Kbd keys="mod+enter" hint />}
              onClick={apply}
            >
              Apply {countText(counts.approved, "change")} to {connection?.mode ?? "test"}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
