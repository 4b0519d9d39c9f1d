import type { ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import styles from "./steps.module.css";

export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles["steps"]}>{children}</ol>;
}

export interface StepProps {
  number: number;
  title: string;
  /** Below a section's own heading it is `h3`. */
  heading?: "h2" | "h3";
  /** Shows a check in place of the number. */
  done?: boolean;
  /** A problem with the input, shown beside the heading, with a triangle in place of the number. */
  warning?: string;
  /** The step's status, at the end of its heading. */
  status?: ReactNode;
  lede?: string;
  children?: ReactNode;
}

/** One of several numbered steps on a page. */
export function Step(props: StepProps) {
  const { number, title, heading: Heading = "h2", done = false, warning, status, lede, children } = props;
  return (
    <li className={styles["step"]}>
      {warning === undefined ? (
        <span className={styles["number"]} data-done={done || undefined} aria-hidden="true">
          {done ? <Icon name="check" size={14} /> : number}
        </span>
      ) : (
        <span className={styles["number"]} data-warns>
          <StatusMark shape="triangle" hue="conflict" show="mark" word="some of it is left out" size={16} />
        </span>
      )}
      <div className={styles["head"]}>
        <Heading>{title}</Heading>
        {warning === undefined ? null : <span className={styles["warning"]}>{warning}</span>}
        {status}
      </div>
      <div className={styles["content"]}>
        {lede === undefined ? null : <p className={styles["lede"]}>{lede}</p>}
        {children}
      </div>
    </li>
  );
}
