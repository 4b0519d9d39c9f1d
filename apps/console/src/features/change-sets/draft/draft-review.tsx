import type { Change, ChangeSet } from "@dc/contract";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { paths } from "#/paths.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import type { Wording } from "#/record/wording.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Card } from "#/ui/page/card.tsx";
import { EvidenceText } from "#/features/change-sets/review/change-details.tsx";
import { Note } from "#/marks/note.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { WithSidebar } from "#/ui/page/page.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { State } from "#/marks/state.tsx";
import { ChangeSetReview } from "#/features/change-sets/review/change-set-review.tsx";
import { DraftChanges, RejectedChanges } from "./draft-changes.tsx";
import { DraftChecks } from "./draft-checks.tsx";
import { DraftEvidence } from "./draft-evidence.tsx";
import styles from "#/features/change-sets/change-sets.module.css";
import { usePlanRevision } from "#/features/change-sets/plan/plan-button.tsx";
import { wrongDays } from "#/changes/evidence-form.tsx";
import { useApply, useSubmit } from "#/features/change-sets/mutations.ts";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import { countText } from "#/ui/display/count.tsx";
import { ShownChange } from "#/features/change-sets/review/shown-change.tsx";
import { UnseenChangesNote, useUnseenChanges } from "./unseen-changes.tsx";
import { useEvidenceDraft } from "./use-evidence-draft.ts";

/** From so many changes on, or over several directories, a draft is shown as its reviewers will see it. */
const MANY = 20;

/** What moved is told with each change, and anything else above the draft. */
const moved = { code: "moved_since_seen" };

export interface DraftReviewProps {
  changeSet: ChangeSet;
  /** Null where there are so many that they are read as they come into view. */
  changes: readonly Change[] | null;
  wording: Wording;
}

/** The staged changes, the form for evidence, and Apply. */
export function DraftReview({ changeSet, changes, wording }: DraftReviewProps) {
  const { may } = usePermissions();
  const { data: approvals } = useQuery(approvalSettingsQuery);
  const asksFirst = approvals !== undefined && approvals.required > 0;
  const applying = useApply(changeSet.id);
  const submitting = useSubmit(changeSet.id);
  const apply = asksFirst ? submitting : applying;
  const draft = useEvidenceDraft(changeSet);
  const plan = usePlanRevision(changeSet);
  const [asked, setAsked] = useState(false);
  const looking = useUnseenChanges(changeSet, changes);
  // A second press can come while the evidence is still being saved.
  const underWay = useRef(false);
  const drafts = (changes ?? []).filter(({ state }) => state === "draft");
  const count = changeSet.counts.draft;
  const staying = changeSet.counts.inReview + changeSet.counts.approved;
  const isMany = changes === null || count >= MANY || new Set(drafts.map(({ indexId }) => indexId)).size > 1;
  // Who discards some of many is not given another screen for the rest.
  const [isTree, setTree] = useState(isMany);
  if (isMany && !isTree) setTree(true);
  const { evidence } = draft;
  const needsReason = approvals?.reasonRequired !== false && drafts.some((change) => change.evidence === null);
  const missing = needsReason && evidence === null;
  const wrong = Object.keys(wrongDays(draft.typed, new Date(useNow()))).length > 0;
  const focusReason = () => document.querySelector<HTMLTextAreaElement>("aside textarea")?.focus();
  const run = () => {
    setAsked(true);
    if (wrong) {
      document.querySelector<HTMLInputElement>("aside input[aria-invalid]")?.focus();
      return;
    }
    if (missing || apply.isPending || count === 0) {
      focusReason();
      return;
    }
    if (underWay.current) return;
    underWay.current = true;
    void draft
      .settled()
      .then(async (settled) => {
        if (settled === null) {
          document.querySelector<HTMLElement>("aside [data-keep-mine]")?.focus();
          return undefined;
        }
        if ((await looking.mutateAsync()) > 0) {
          draft.resume();
          return undefined;
        }
        // Awaited, since the callbacks of a form that is unmounted are not called.
        await apply.mutateAsync({ ...settled, ...(plan === undefined ? {} : { plan }) });
        draft.forget();
        return undefined;
      })
      .catch((failure: unknown) => {
        draft.resume();
        if (reasonErrorOf(failure) !== undefined) focusReason();
      })
      .finally(() => void (underWay.current = false));
  };
  const failure = looking.error ?? apply.error;
  const bar = (
    <ReviewBar
      changeSet={changeSet}
      drafts={count}
      asksFirst={asksFirst}
      lacks={wrong ? "Correct the dates first" : missing ? "Give a reason first" : null}
      busy={looking.isPending || apply.isPending}
      onRun={run}
    />
  );
  return (
    <>
      {failure === null || (changeSet.notApplied ?? moved).code !== moved.code ? null : (
        <div style={{ marginBlockEnd: 12 }}>
          <Note kind="failed" live>
            {asksFirst ? "Nothing is in review." : "Nothing was applied."} {errorSentence(failure)}
          </Note>
        </div>
      )}
      <UnseenChangesNote unseen={looking.data} verb={asksFirst ? "ask for review" : "apply"} />
      <WithSidebar
        sidebar={
          <div className={styles["rail"]}>
            {asksFirst && !may("stage") ? (
              <Card title="Evidence">
                {changeSet.evidence === null ? "None is given yet." : <EvidenceText evidence={changeSet.evidence} />}
              </Card>
            ) : (
              <DraftEvidence
                draft={draft}
                isNext={missing}
                error={
                  asked && missing
                    ? `Enter a reason. Changes can’t be ${asksFirst ? "reviewed" : "applied"} without one.`
                    : reasonErrorOf(apply.error)
                }
              />
            )}
            <DraftChecks drafts={drafts} approvals={approvals} />
          </div>
        }
      >
        <RejectedChanges changes={changes ?? []} wording={wording} />
        {[...new Set(drafts.flatMap(({ because }) => because ?? []))].map((because) => (
          <Note key={because} kind="plain">
            {because}
          </Note>
        ))}
        {staying === 0 ? null : (
          <Note kind="plain">
            {countText(staying, "change")} of this set {staying === 1 ? "stays" : "stay"} in review, with{" "}
            {staying === 1 ? "its" : "their"} approvals.
          </Note>
        )}
        <SectionHeading title={countText(count, "change")} note={changeSet.contents} />
        {isTree ? (
          <div className={styles["long"]}>
            <ChangeSetReview changeSet={changeSet} wording={wording} bar={bar} />
          </div>
        ) : (
          <>
            <DraftChanges changeSet={changeSet} drafts={drafts} wording={wording} />
            <ShownChange changeSet={changeSet} wording={wording} />
          </>
        )}
      </WithSidebar>
      {isTree ? null : bar}
    </>
  );
}

const reasonErrorOf = (failure: unknown) =>
  failure instanceof BffError ? failure.fieldError("/evidence/reason") : undefined;

interface ReviewBarProps {
  changeSet: ChangeSet;
  drafts: number;
  asksFirst: boolean;
  /** What must be done before the set can be applied. */
  lacks: string | null;
  busy: boolean;
  onRun: () => void;
}

function ReviewBar({ changeSet, drafts, asksFirst, lacks, busy, onRun }: ReviewBarProps) {
  const { data: connection } = useQuery(connectionQuery);
  useShortcuts([{ keys: "mod+enter", label: asksFirst ? "Ask for review" : "Apply", whileTyping: true, run: onRun }]);
  const count = countText(drafts, "change");
  return (
    <BottomBar
      label={asksFirst ? "Ask for review" : "Apply"}
      mark={<State state="draft" show="mark" />}
      title={count}
      note={
        <>
          in <bdi>{changeSet.indexName}</bdi>, saved as a draft
          {connection?.mode === "live" ? (
            <>
              {" "}
              of <bdi>{connection.name}</bdi>, where what is applied is real
            </>
          ) : null}
        </>
      }
      actions={
        <>
          {lacks === null ? null : <span style={{ color: "var(--dc-ink-3)" }}>{lacks}</span>}
          <Button
            variant="subtle"
            to={changeSet.indexId === null ? paths.matrix.href() : paths.directory.href({ indexId: changeSet.indexId })}
          >
            Add more
          </Button>
          <Permitted action={asksFirst ? "stage" : "apply"} says>
            <Button variant="filled" loading={busy} rightSection={<Kbd keys="mod+enter" hint />} onClick={onRun}>
              {asksFirst ? `Ask for review of ${count}` : `Apply ${count} to ${connection?.mode ?? "test"}`}
            </Button>
          </Permitted>
        </>
      }
    />
  );
}
