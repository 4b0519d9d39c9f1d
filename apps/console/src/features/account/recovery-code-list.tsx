import { CopyBox } from "#/ui/display/copy-box.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import styles from "./account.module.css";

/** The recovery codes, which are shown only now. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={styles["form"]}>
      <Note kind="ok" live>
        <b>Keep these {codes.length} recovery codes.</b> Each lets you in once, where the app is not at hand. They are
        not shown again.
      </Note>
      <CopyBox label="Recovery codes" text={codes.join("\n")} />
      <div className="buttons">
        <Button variant="filled" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
