import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import styles from "./profile.module.css";

export interface UnmappedOverridesNoteProps {
  /** A sentence for each field that the profile lacks. */
  sentences: readonly string[];
  /** Given once the server has asked for a confirmation. */
  onSaveAnyway?: () => void;
}

/** Warns of overrides that this profile cannot write, and asks for a confirmation. */
export function UnmappedOverridesNote({ sentences, onSaveAnyway }: UnmappedOverridesNoteProps) {
  return (
    <Note
      kind="held"
      live={onSaveAnyway !== undefined}
      {...(onSaveAnyway === undefined
        ? {}
        : {
            actions: (
              <Button size="sm" onClick={onSaveAnyway}>
                Save anyway
              </Button>
            ),
          })}
    >
      {onSaveAnyway === undefined
        ? "This profile lacks fields that have overrides. Nothing is lost, and saving asks for confirmation."
        : "Not saved yet: this profile lacks fields that have overrides."}
      <ul className={styles["stranded"]} aria-label="Affected fields">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  );
}
