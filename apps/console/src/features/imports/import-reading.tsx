import { sizeText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import styles from "./imports.module.css";

interface ImportReadingProps {
  fileName: string | undefined;
  /** How much of the preview has come. */
  bytes: number;
  onCancel: () => void;
}

/** A file whose preview is on its way. */
export function ImportReading({ fileName, bytes, onCancel }: ImportReadingProps) {
  return (
    <div className={styles["bar"]}>
      <span>
        <span role="status">
          Reading <bdi>{fileName}</bdi> and comparing its cells with the directory
        </span>
        {bytes === 0 ? null : <span>{sizeText(bytes)} received</span>}
      </span>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
