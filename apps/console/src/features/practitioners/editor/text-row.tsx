import type { KeyboardEvent, ReactNode } from "react";
import type { FieldRow } from "#/record/field-row.ts";
import { ReadingValue, readingText } from "#/record/reading-value.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { State } from "#/marks/state.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { isOnlyStaged, RowSign, RowStatus } from "#/record/row-status.tsx";
import styles from "./editor.module.css";

export interface RowProps {
  row: FieldRow;
  returned: boolean;
  current: boolean;
  editing: boolean;
  busy: boolean;
  note: ReactNode;
  verbs: ReactNode;
  onSelect: () => void;
  /** The key under which unsaved input is kept. */
  typedAt: string;
  /** Closes the editor and keeps the unsaved input. */
  onLeave: () => void;
  /** Closes the editor and drops the unsaved input. */
  onCancel: () => void;
}

interface TextRowProps extends RowProps {
  onStage: (value: string) => void;
}

/** A row whose value is one text, with its draft; an input replaces it while it is edited. */
export function TextRow(props: TextRowProps) {
  const { row, returned, current, editing, busy, note, verbs, onSelect, onStage } = props;
  const { typedAt, onLeave, onCancel } = props;
  const { comparison } = row;
  const shown = returned ? comparison.values.index : comparison.values.effective;
  return (
    <li className={styles["row"]} data-current={current || undefined} data-editing={editing || undefined}>
      <RowSign comparison={comparison} />
      {editing ? (
        <TextEditor
          label={row.label}
          start={startOf(row)}
          typedAt={typedAt}
          busy={busy}
          onStage={onStage}
          onLeave={onLeave}
          onCancel={onCancel}
        />
      ) : (
        <>
          <button type="button" className={styles["label"]} data-row={row.id} aria-pressed={current} onClick={onSelect}>
            {row.label}
          </button>
          <span
            className={styles["value"]}
            data-ours={(comparison.verdict !== "same" && comparison.verdict !== null) || undefined}
          >
            {isOnlyStaged(comparison) && !returned ? null : <ReadingValue reading={shown} />}
            {!returned && comparison.values.preview !== null ? (
              <span className={styles["staged"]}>
                <State state="staged" show="mark" />
                <ReadingValue reading={comparison.values.preview} />
              </span>
            ) : null}
          </span>
          <span className={styles["note"]} data-tip={typeof note === "string" ? note : undefined} data-tip-when="cut">
            {note}
          </span>
          <RowStatus row={row} />
          {verbs}
        </>
      )}
    </li>
  );
}

function startOf({ comparison }: FieldRow): string {
  const reading = comparison.values.preview ?? comparison.values.effective;
  return reading !== null && "value" in reading && typeof reading.value === "string" ? reading.value : "";
}

interface TextEditorProps {
  label: string;
  start: string;
  typedAt: string;
  busy: boolean;
  onStage: (value: string) => void;
  onLeave: () => void;
  onCancel: () => void;
}

function TextEditor({ label, start, typedAt, busy, onStage, onLeave, onCancel }: TextEditorProps) {
  const [typed, type] = useUnsavedInput(typedAt, start, (text) => text === start);
  const same = typed === start;
  return (
    <form
      className={styles["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (same) onCancel();
        else onStage(typed);
      }}
    >
      <TextField
        label={label}
        dir="auto"
        onKeyDown={leaveOnEscape(onLeave)}
        autoFocus
        value={typed}
        onChange={(event) => type(event.target.value)}
        help={start === "" ? "Kept exactly as typed." : `Now ${readingText({ value: start })}. Kept exactly as typed.`}
      />
      <span className={styles["buttons"]}>
        <Button type="submit" loading={busy}>
          Stage
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

/** Escape in an input leaves the editor and closes nothing around it. */
export const leaveOnEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  leave();
};
