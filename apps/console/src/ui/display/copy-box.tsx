import { useEffect, useState } from "react";
import styles from "./copy-box.module.css";
import { copyText } from "./copyable-id.tsx";
import { Icon } from "./icon.tsx";

/** Preformatted text with a copy button that is always visible, for a secret or a command. */
export function CopyBox({ label, text }: { label: string; text: string }) {
  const [done, setDone] = useState<"no" | "copied" | "refused">("no");
  useEffect(() => {
    if (done === "no") return;
    const timer = setTimeout(() => setDone("no"), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <div className={styles["box"]}>
      <pre aria-label={label} translate="no">
        {text}
      </pre>
      <button
        type="button"
        aria-label={`Copy: ${label}`}
        data-tip={done === "refused" ? "Copying failed: select the text" : done === "copied" ? "Copied" : "Copy"}
        onClick={() => void copyText(text).then((worked) => setDone(worked ? "copied" : "refused"))}
      >
        <Icon name={done === "copied" ? "check" : "copy"} size={15} />
      </button>
      <span className="unseen" role="status">
        {done === "copied" ? "Copied" : ""}
      </span>
    </div>
  );
}
