import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import styles from "./profile.module.css";

export interface UnmappedOverridesNoteProps {
  /** A sentence for each field that the profile lacks. */
  told: readonly string[];
  /** Given once the server has asked for a confirmation. */
  onSaveAnyway?: () => void;
}

/** Warns of overrides that this profile cannot write, and asks for a confirmation. */
export function UnmappedOverridesNote({ told, onSaveAnyway }: UnmappedOverridesNoteProps) {
  return (
    <Note
      kind="held"
      live={onSaveAnyway !== undefined}
      {...(onSaveAnyway === undefined
        ? {}
        : {
            actions: (
              <Button size="sm" onClick={onSaveAnyway}>
                Save it all the same
              </Button>
            ),
          })}
    >
      {onSaveAnyway === undefined
        ? "Overrides are kept by fields that this profile does not have. Nothing of them is lost, and saving asks once more."
        : "Not saved yet: overrides are kept by fields that this profile does not have."}
      <ul className={styles["stranded"]} aria-label="What would wait">
        {told.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  );
}
