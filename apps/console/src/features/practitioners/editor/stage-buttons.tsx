import { Button } from "#/ui/form/button.tsx";
import styles from "./editor.module.css";

/** Ends a form that stages what was typed. */
export function StageButtons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <span className={styles["buttons"]}>
      <Button type="submit" loading={busy}>
        Stage
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}
