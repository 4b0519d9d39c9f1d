import { Fragment } from "react";
import { BffError } from "#/api/bff-error.ts";
import { Note } from "#/marks/note.tsx";
import { Button } from "#/ui/form/button.tsx";
import styles from "./saved-meanwhile.module.css";

/** What is saved now of what one edited, where the edit was refused since somebody else saved it meanwhile; else null. */
export function savedMeanwhile<Saved>(error: unknown): Saved | null {
  const isRefused = error instanceof BffError && error.code === "version_mismatch";
  return isRefused ? ((error.problem.current as Saved | undefined) ?? null) : null;
}

interface SavedMeanwhileProps {
  /** What the fields say, by label. Those that are the same are left out. */
  parts: readonly { label: string; saved: string; typed: string }[];
  /** Goes on with what was typed, over what was saved. */
  onKeep: () => void;
  onTake: () => void;
}

/** Shows what somebody else saved beside what was typed, and lets one choose. */
export function SavedMeanwhile({ parts, onKeep, onTake }: SavedMeanwhileProps) {
  const differing = parts.filter(({ saved, typed }) => saved.trim() !== typed.trim());
  return (
    <Note
      kind="conflict"
      live
      actions={
        <>
          <Button size="xs" onClick={onKeep}>
            Keep what I typed
          </Button>
          <Button size="xs" variant="subtle" onClick={onTake}>
            Use what was saved
          </Button>
        </>
      }
    >
      Somebody saved this in the meantime. What you typed is kept.
      {differing.length === 0 ? null : (
        <dl className={styles["parts"]}>
          {differing.map(({ label, saved, typed }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>Saved</dd>
              <dd>
                <bdi>{saved.trim() === "" ? "empty" : saved}</bdi>
              </dd>
              <dd>Yours</dd>
              <dd>
                <bdi>{typed.trim() === "" ? "empty" : typed}</bdi>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Note>
  );
}
