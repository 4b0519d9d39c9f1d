import type { Change, ErrorCode, PractitionerView } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { sessionQuery } from "#/connection/session-query.ts";
import { paths } from "#/paths.ts";
import { BffError } from "#/api/bff-error.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { Age } from "#/ui/display/age.tsx";
import { announce } from "#/ui/page/announce.ts";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { restoreFocus } from "#/ui/keyboard/restore-focus.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { State } from "#/marks/state.tsx";
import styles from "./changes.module.css";
import { undoStaging } from "./mutations.ts";
import { undoStack, useLastStep, type UndoStep } from "./undo-stack.ts";

export interface DraftBarProps {
  indexId: string;
  draft: NonNullable<PractitionerView["draft"]>;
  /** The drafts on the record in view, of any set. */
  drafts: readonly Change[];
}

/** The last staging in this window, or else one's own newest draft in view. */
function lastStep(
  { draft, drafts }: DraftBarProps,
  known: UndoStep | null,
  personId: string | undefined,
): UndoStep | null {
  if (known !== null) return known;
  const own = drafts.filter(({ createdBy }) => createdBy.id === personId);
  const newest = own.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).at(-1);
  return newest === undefined ? null : { changeSetId: draft.changeSetId, staged: [newest.id], replaced: [] };
}

/** What was staged is no longer a draft, so the step can never be undone. */
const endings: ReadonlySet<ErrorCode> = new Set(["not_found", "wrong_state"]);

/** Shown at the foot of the page while something is staged, with Undo and Review. */
export function DraftBar(props: DraftBarProps) {
  const { draft } = props;
  const drafts = props.drafts.filter(({ changeSetId }) => changeSetId === draft.changeSetId);
  const navigate = useNavigate();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const step = lastStep({ ...props, drafts }, useLastStep(draft.changeSetId), session?.person?.id);
  const undoLast = useCommand({
    run: undoStaging,
    changes: ["change"],
    rereadsAfter: anyFailure,
    failed: "",
    onDone: (restaged, last) => {
      undoStack.pop(last);
      undoStack.rename(restaged);
      announce("Undone.");
    },
    // Any other failure may be temporary, and only this step knows the draft that was replaced.
    onFailure: (error, last) => {
      if (error instanceof BffError && endings.has(error.code)) undoStack.drop(last);
    },
    onSettled: () => void requestAnimationFrame(() => restoreFocus('[data-row][aria-pressed="true"]', "#main")),
  });
  const review = paths.changeSet.href({ changeSetId: draft.changeSetId });
  const runUndo = () => {
    if (step !== null && !undoLast.isPending) undoLast.mutate(step);
  };
  useShortcuts([
    { keys: "r", label: "Review staged changes", run: () => void navigate(review) },
    { keys: "mod+z", label: "Undo the last staged change", run: runUndo },
  ]);
  useCommands([
    {
      id: "review",
      label: `Review ${countText(draft.changes, "change")}`,
      section: "Do",
      keys: "r",
      mark: <Icon name="set" />,
      run: () => void navigate(review),
    },
  ]);
  const newest = drafts
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
  return (
    <BottomBar
      label="Staged changes"
      mark={<State state="draft" show="mark" />}
      title={<bdi>{draft.name}</bdi>}
      note={newest === undefined ? "draft" : <Age at={newest} before="draft, saved" after="ago" />}
      counts={
        <span className={styles["tally"]}>
          {draft.isNamed ? <span>{draft.contents}</span> : null}
          {draft.changes > drafts.length && drafts.length > 0 ? (
            <span>{numberText(draft.changes - drafts.length)} elsewhere</span>
          ) : null}
        </span>
      }
      actions={
        <>
          {step === null ? null : (
            <Button
              variant="subtle"
              loading={undoLast.isPending}
              rightSection={<Kbd keys="mod+z" hint />}
              onClick={runUndo}
            >
              Undo
            </Button>
          )}
          <Button variant="filled" to={review} rightSection={<Kbd keys="r" hint />}>
            Review {countText(draft.changes, "change")}
          </Button>
        </>
      }
    />
  );
}
