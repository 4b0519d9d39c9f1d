import { useId, useRef, useState, type ReactNode } from "react";
import { FloatingPanel } from "./floating-panel.tsx";
import styles from "./toggletip.module.css";

export interface ToggletipProps {
  /** Names the button: "What is drift?" */
  label: string;
  children: ReactNode;
}

/** A small button that shows an explanation when pressed, by pointer, touch or keyboard; screen readers hear it. */
export function Toggletip({ label, children }: ToggletipProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles["button"]}
        aria-label={label}
        aria-expanded={opened}
        aria-describedby={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") event.stopPropagation();
          if (!opened || (event.key !== "Escape" && event.key !== "Tab")) return;
          if (event.key === "Escape") event.stopPropagation();
          setOpened(false);
        }}
      >
        <span aria-hidden="true">?</span>
      </button>
      {opened ? (
        <FloatingPanel anchor={button} onClose={() => setOpened(false)}>
          <p id={id} className={styles["text"]} role="status">
            {children}
          </p>
        </FloatingPanel>
      ) : null}
    </>
  );
}
