import type { ReactNode } from "react";
import styles from "./blocks.module.css";
import { verdictHue, type VerdictName } from "./verdict.tsx";

export interface ValueBoxProps {
  /** Set on the cell that moved: it is boxed in the verdict's tint. Left out: a value that did not move, in ink-3. */
  verdict?: VerdictName;
  children: ReactNode;
}

/** One value of a comparison; aligned by its text whether it is boxed or not. */
export function ValueBox({ verdict, children }: ValueBoxProps) {
  return (
    <span className={styles["value"]} data-hue={verdict === undefined ? undefined : verdictHue(verdict)}>
      {children}
    </span>
  );
}

/** The record has no such value. */
export const NotThere = () => <i className={styles["absent"]}>not there</i>;

/** The record has the value, and it holds nothing. */
export const Empty = () => (
  <span className={styles["absent"]} style={{ fontStyle: "normal" }}>
    empty
  </span>
);

/** A count; zero is a faint dot. */
export function Count({ value }: { value: number }) {
  if (value !== 0) return <>{value.toLocaleString("en")}</>;
  return (
    <span className={styles["zero"]}>
      <span aria-hidden="true">·</span>
      <span className="unseen">0</span>
    </span>
  );
}

/** A person's initials; the name beside it or in the tooltip. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  const words = name
    .replace(/^(?:Dr|Prof)\.?\s+/u, "")
    .split(/\s+/u)
    .filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const initials = ends.map((word) => Array.from(word ?? "")[0] ?? "").join("");
  return (
    <span className={styles["avatar"]} data-large={large || undefined} role="img" aria-label={name} data-tip={name}>
      {initials.toLocaleUpperCase()}
    </span>
  );
}
