import type { Change, ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState, useEffect, useRef } from "react";
import { useParams } from "react-router";
import { usePermissions } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { path } from "#/api/bff.ts";
import { isGone } from "#/api/bff-error.ts";
import { differenceFormats, ExportMenu } from "#/connection/export-menu.tsx";
import { countText } from "#/ui/display/count.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { ApplyProgress } from "./apply-progress.tsx";
import { Checking } from "./review/checking.tsx";
import { ChangeSetReview } from "./review/change-set-review.tsx";
import { Comments, CommentsButton } from "./review/comments.tsx";
import { SetDetails } from "./set-details.tsx";
import { DraftReview } from "./draft/draft-review.tsx";
import { MovedChanges } from "./review/moved-changes.tsx";
import { LeftOutNote } from "./left-out-note.tsx";
import { useChangeSetVerb, useDeleteChangeSet } from "./mutations.ts";
import { useWording } from "#/record/wording.ts";
import { changeSetQuery, useAllChanges } from "./queries.ts";
import { RetryButton } from "./job-section.tsx";
import { PlanButton } from "./plan/plan-button.tsx";
import { ScheduleButton, ScheduleNote } from "./plan/schedule.tsx";
import { ShownChange } from "./review/shown-change.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { TakingBack } from "./review/taking-back.tsx";
import { useWithdrawVerb, WordsDrawer } from "#/changes/words-drawer.tsx";
import { RevertDrawer } from "./revert-drawer.tsx";
import { RenameForm } from "./rename-form.tsx";
import { RunbookDrawer } from "#/changes/runbook-drawer.tsx";
import { OtherVisitors } from "#/page-visits/other-visitors.tsx";
import { SetFacts } from "./set-facts.tsx";
import { SetState } from "./set-state.tsx";
import { restoreFocus } from "#/ui/keyboard/restore-focus.ts";

const noChanges: readonly Change[] = [];
/** The changes of a longer draft are read as they come into view. */
const MOST_READ = 200;

/** One change set: the review of a draft, or the progress of an applied set. */
function OpenChangeSet({ id }: { id: string }) {
  const { may } = usePermissions();
  const { data: changeSet, error, refetch } = useQuery(changeSetQuery(id));
  const isChecking = changeSet?.state === "checking";
  const isReviewed = changeSet?.state === "in review" || changeSet?.state === "approved" || isChecking;
  const isLong = changeSet?.state === "draft" && changeSet.counts.total > MOST_READ;
  const changes = useAllChanges(id, changeSet, changeSet !== undefined && !isReviewed && !isLong);
  const wording = useWording();
  const [renaming, setRenaming] = useState(false);
  const [drawer, setDrawer] = useDrawer();
  const verb = useChangeSetVerb(id);
  const discard = useDeleteChangeSet(id);
  useFocusOnTurn(
    changeSet === undefined || changes.loading ? null : changeSet.state === "draft" ? "review" : "progress",
  );
  const crumbs = [{ label: "Change sets", to: paths.changeSets.href() }, { label: changeSet?.name ?? id }];
  if ((isGone(error) || isGone(changes.error)) && !discard.isPending && !discard.isSuccess)
    return <Discarded id={id} changeSet={changeSet} />;
  if (changeSet === undefined) {
    return (
      <Page title="Change set" crumbs={crumbs}>
        {error === null ? (
          <SkeletonRows rows={8} rowHeight={40} label="Loading the change set" />
        ) : (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  const { counts, version } = changeSet;
  const draft = changeSet.state === "draft";
  const neverSent = neverSentOf(changeSet);
  const waiting = changeSet.sendAfter !== null && counts.queued > 0;
  const toDirectory = placeOf(changeSet);
  return (
    <Page
      title={changeSet.name}
      crumbs={crumbs}
      fill={isReviewed}
      {...scopeOf(changeSet)}
      beside={
        <>
          <SetState changeSet={changeSet} />
          <OtherVisitors page={{ kind: "change set", changeSetId: id }} />
        </>
      }
      lede={<SetFacts changeSet={changeSet} />}
      actionsBelow
      actions={
        <>
          {draft || isReviewed ? <PlanButton changeSet={changeSet} /> : null}
          <RetryButton changeSet={changeSet} />
          {isReviewed && !isChecking && may("stage") ? (
            <Button variant="subtle" loading={verb.isPending} onClick={() => verb.mutate({ verb: "reopen", version })}>
              Edit {countText(counts.inReview + counts.approved, "change")}
            </Button>
          ) : null}
          <ScheduleButton changeSet={changeSet} />
          {counts.applied > 0 && may("stage") ? (
            <Button variant="subtle" onClick={() => setDrawer("revert")}>
              Revert {countText(counts.applied, "change")}
            </Button>
          ) : null}
          {neverSent > 0 &&
          changeSet.takingBack === null &&
          !waiting &&
          changeSet.state !== "applying" &&
          may("apply") ? (
            <Button variant="subtle" onClick={() => setDrawer("withdraw")}>
              Withdraw {countText(neverSent, "change")}
            </Button>
          ) : null}
          {counts.total > 0 ? (
            <>
              <CommentsButton changeSet={changeSet} onClick={() => setDrawer("comments")} />
              <Button variant="subtle" onClick={() => setDrawer("details")}>
                People and purpose
              </Button>
            </>
          ) : null}
          {draft && may("stage") ? (
            <Button variant="subtle" leftSection={<Icon name="edit" />} onClick={() => setRenaming(!renaming)}>
              Rename
            </Button>
          ) : null}
          {counts.total > 0 ? (
            <ExportMenu
              isQuiet
              exports={[{ address: path`/change-sets/${id}/changes/export`, formats: differenceFormats }]}
            />
          ) : null}
          {draft && may("stage") && counts.total > 0 && counts.draft === counts.total ? (
            <ConfirmButton
              label="Discard draft"
              confirmLabel={`Discard ${countText(counts.total, "change")}`}
              question="The staged changes are deleted. Nothing was sent."
              variant="subtle"
              busy={discard.isPending}
              onConfirm={() => discard.mutate(toDirectory)}
            />
          ) : null}
        </>
      }
    >
      {renaming ? <RenameForm changeSet={changeSet} onLeave={() => setRenaming(false)} /> : null}
      <LeftOutNote changeSetId={id} />
      <TakingBack changeSet={changeSet} changes={changes.items ?? noChanges} wording={wording} />
      <Checking changeSet={changeSet} />
      <ScheduleNote changeSet={changeSet} />
      {draft || (isReviewed && !isChecking) || counts.atRest + counts.held > 0 ? (
        <MovedChanges changeSet={changeSet} wording={wording} />
      ) : null}
      {isReviewed ? (
        <ChangeSetReview changeSet={changeSet} wording={wording} />
      ) : changes.error !== null ? (
        <ReadFailure error={changes.error} onRetry={changes.refetch} />
      ) : changes.loading ? (
        <SkeletonRows rows={6} rowHeight={40} label="Loading the changes" />
      ) : counts.total === 0 ? (
        <EmptyState
          title="No staged changes"
          primary={
            <Button variant="filled" to={toDirectory}>
              {changeSet.indexId === null ? "Choose a practitioner" : `Open ${changeSet.indexName}`}
            </Button>
          }
        >
          Open a practitioner, change a phone or a plan, and it is staged here for review.
        </EmptyState>
      ) : draft ? (
        <DraftReview changeSet={changeSet} changes={isLong ? null : changes.items} wording={wording} />
      ) : (
        <>
          <ApplyProgress
            changeSet={changeSet}
            changes={changes.items ?? noChanges}
            wording={wording}
            onRunbook={() => setDrawer("runbook")}
          />
          <ShownChange changeSet={changeSet} wording={wording} />
        </>
      )}
      <SetDrawer changeSet={changeSet} opened={drawer} onClose={() => setDrawer(null)} />
    </Page>
  );
}

/** What is open over the set: its comments from the start, where the address names one of them. */
function useDrawer() {
  const [params, change] = useUrlState();
  const [drawer, setDrawer] = useState<Drawer | null>(params.has("comments") ? "comments" : null);
  const open = (next: Drawer | null) => {
    setDrawer(next);
    if (params.has("comments")) change({ comments: null });
  };
  return [drawer, open] as const;
}

type Drawer = "revert" | "comments" | "details" | "withdraw" | "runbook";

interface SetDrawerProps {
  changeSet: ChangeSet;
  opened: Drawer | null;
  onClose: () => void;
}

/** What is open over the change set. */
function SetDrawer({ changeSet, opened, onClose }: SetDrawerProps) {
  const { id, version } = changeSet;
  const verb = useChangeSetVerb(id);
  const withdrawVerb = useWithdrawVerb();
  return (
    <>
      {opened === "revert" ? <RevertDrawer changeSet={changeSet} onClose={onClose} /> : null}
      {opened === "comments" ? (
        <SideDrawer opened title="Comments" onClose={onClose}>
          <Comments changeSet={changeSet} changeId={null} onLeave={onClose} />
        </SideDrawer>
      ) : null}
      {opened === "details" ? <SetDetails changeSet={changeSet} onClose={onClose} /> : null}
      {opened === "withdraw" ? (
        <WordsDrawer
          verb={withdrawVerb}
          count={neverSentOf(changeSet)}
          busy={verb.isPending}
          onClose={onClose}
          onSay={(reason) => verb.mutate({ verb: "withdraw", version, reason }, { onSuccess: onClose })}
        />
      ) : null}
      <RunbookDrawer of={{ changeSetId: id }} opened={opened === "runbook"} onClose={onClose} />
    </>
  );
}

const neverSentOf = ({ counts }: ChangeSet) => counts.held + counts.deferred;

/** Where more is staged: its directory, or the matrix of practitioners where it has several. */
const placeOf = ({ indexId }: ChangeSet): string =>
  indexId === null ? paths.matrix.href() : paths.directory.href({ indexId });

const scopeOf = ({ indexId, indexName }: ChangeSet) =>
  indexId === null ? {} : { scope: { id: indexId, name: indexName } };

/** Shown instead of a change set that somebody discarded, even while it was open. */
function Discarded({ id, changeSet }: { id: string; changeSet: ChangeSet | undefined }) {
  const name = changeSet?.name ?? id;
  const others =
    changeSet === undefined || changeSet.indexId === null
      ? paths.changeSets.href()
      : paths.directoryChangeSets.href({ indexId: changeSet.indexId });
  const isOfOne = changeSet !== undefined && changeSet.indexId !== null;
  return (
    <Page
      title={changeSet?.name ?? "Change set"}
      crumbs={[{ label: "Change sets", to: paths.changeSets.href() }, { label: name }]}
      {...(changeSet === undefined ? {} : scopeOf(changeSet))}
    >
      <EmptyState
        title={changeSet === undefined ? "Change set not found" : "This change set was discarded"}
        primary={
          <Button variant="filled" to={others}>
            {isOfOne ? "See its directory’s change sets" : "See the change sets"}
          </Button>
        }
      >
        {changeSet === undefined
          ? "It may have been a draft that was discarded; the activity shows by whom."
          : "The draft was discarded and nothing was sent. The history shows who discarded it."}
      </EmptyState>
    </Page>
  );
}

/** The change set of the address. */
export function ChangeSetScreen() {
  const { changeSetId = "" } = useParams();
  return <OpenChangeSet key={changeSetId} id={changeSetId} />;
}

type Face = "review" | "progress";

const places: { readonly [face in Face]: readonly string[] } = {
  // After Undo the evidence is usually corrected and applied again.
  review: ["aside textarea", "#main h1"],
  // J and K go on from the first change.
  progress: ["#main [aria-pressed=true]", "#main h1"],
};

/**
 * When the review becomes the progress after Apply, or the other way round after Undo, the pressed button is gone with
 * the rest of the screen: the focus goes to where the next key is useful. Null while the screen is loading.
 */
function useFocusOnTurn(face: Face | null) {
  const before = useRef(face);
  useEffect(() => {
    if (face === null) return;
    if (before.current !== null && before.current !== face) restoreFocus(...places[face]);
    before.current = face;
  }, [face]);
}
