import { useEffect, useState } from "react";
import { Link } from "react-router";
import styles from "./copyable-id.module.css";
import { Icon } from "./icon.tsx";

/** Copies text; false when the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a text when it is asked to, and tells for a moment whether that worked. */
export function useCopy(text: string) {
  const [last, setLast] = useState<{ text: string; became: "copied" | "refused" } | null>(null);
  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => setLast(null), 1500);
    return () => clearTimeout(timer);
  }, [last]);
  return {
    done: last?.text === text ? last.became : ("no" as const),
    copy: () => void copyText(text).then((worked) => setLast({ text, became: worked ? "copied" : "refused" })),
  };
}

export interface CopyableIdProps {
  id: string;
  /** Where the id leads to. */
  to?: string | undefined;
  /** Takes the button out of the tab order, for tables, where it would add a stop to each row. */
  quiet?: boolean;
}

/** An id with a copy button, which appears on hover and focus. */
export function CopyableId({ id, to, quiet = false }: CopyableIdProps) {
  const { done, copy } = useCopy(id);
  return (
    <span className={styles["id"]}>
      {to === undefined ? (
        <span translate="no">{id}</span>
      ) : (
        <Link to={to} translate="no" tabIndex={quiet ? -1 : undefined} className="quiet-link">
          {id}
        </Link>
      )}
      <button
        type="button"
        className={styles["copy"]}
        tabIndex={quiet ? -1 : undefined}
        aria-label={`Copy ${id}`}
        data-tip={done === "refused" ? "Copying failed" : done === "copied" ? "Copied" : "Copy"}
        data-done={done !== "no" || undefined}
        onClick={(event) => {
          event.stopPropagation();
          copy();
        }}
      >
        <Icon name={done === "copied" ? "check" : "copy"} size={13} />
      </button>
      <span className="unseen" role="status">
        {done === "copied" ? "Copied" : ""}
      </span>
    </span>
  );
}
