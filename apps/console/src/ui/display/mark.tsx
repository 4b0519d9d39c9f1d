import type { ReactNode } from "react";
import styles from "./mark.module.css";

/** The colours of marks by their names in theme/base.css; `ink` and `quiet` are greys. */
export type Hue = "ours" | "moved" | "conflict" | "outside" | "held" | "ok" | "ink" | "quiet";

/** `word` shows mark and word, `mark` the mark alone, a number the mark and that count. */
export type MarkShow = "word" | "mark" | number;

export interface MarkProps {
  /** SVG content on a 14 px grid. */
  drawing: ReactNode;
  hue: Hue;
  word: string;
  show?: MarkShow;
  /** Replaces the word, such as `3 staged`. */
  label?: string;
  size?: number;
}

/** A small drawing with its word, a count, or alone. Screen readers always get the word. */
export function Mark({ drawing, hue, word, show = "word", label, size = 14 }: MarkProps) {
  const svg = (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      {drawing}
    </svg>
  );
  if (show === "word") {
    return (
      <span className={styles["mark"]} data-hue={hue}>
        {svg}
        {label ?? word}
      </span>
    );
  }
  const spoken = label ?? (typeof show === "number" ? `${show} ${word}` : word);
  return (
    <span
      className={`${styles["mark"]} ${styles["count"]}`}
      data-hue={hue}
      role="img"
      aria-label={spoken}
      data-tip={spoken}
    >
      {svg}
      {typeof show === "number" ? show : null}
    </span>
  );
}
