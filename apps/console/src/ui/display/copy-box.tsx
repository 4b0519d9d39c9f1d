import styles from "./copy-box.module.css";
import { useCopy } from "./copyable-id.tsx";
import { Icon } from "./icon.tsx";

/** Preformatted text with a copy button that is always visible, for a secret or a command. */
export function CopyBox({ label, text }: { label: string; text: string }) {
  const { done, copy } = useCopy(text);
  return (
    <div className={styles["box"]}>
      <pre aria-label={label} translate="no">
        {text}
      </pre>
      <button
        type="button"
        aria-label={`Copy: ${label}`}
        data-tip={done === "refused" ? "Copying failed: select the text" : done === "copied" ? "Copied" : "Copy"}
        onClick={copy}
      >
        <Icon name={done === "copied" ? "check" : "copy"} size={15} />
      </button>
      <span className="unseen" role="status">
        {done === "copied" ? "Copied" : ""}
      </span>
    </div>
  );
}
