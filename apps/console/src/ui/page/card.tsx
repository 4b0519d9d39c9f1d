import type { ReactNode } from "react";
import styles from "./card.module.css";

export interface DescriptionCardProps {
  mark?: ReactNode;
  title: string;
  action?: ReactNode;
  /** One sentence about it, above the groups. */
  summary?: string;
  /** Groups of label and value, with a line between groups. */
  groups: readonly (readonly { label: string; about?: ReactNode; value: ReactNode }[])[];
  footer?: ReactNode;
}

/** A card of labels and values. */
export function DescriptionCard({ mark, title, action, summary, groups, footer }: DescriptionCardProps) {
  return (
    <Frame title={title} mark={mark} action={action} footer={footer}>
      {summary === undefined ? null : <p className={styles["says"]}>{summary}</p>}
      {groups.map((group) => (
        <dl key={group.map((row) => row.label).join()} className={styles["group"]}>
          {group.map((row) => (
            <div key={row.label} style={{ display: "contents" }}>
              <dt>
                {row.label}
                {row.about}
              </dt>
              <dd>{row.value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </Frame>
  );
}

export interface CardProps {
  title: string;
  mark?: ReactNode;
  action?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** A bordered box with a heading. */
export function Card({ children, ...frame }: CardProps) {
  return (
    <Frame {...frame}>
      <div style={{ padding: 12, borderBlockStart: "1px solid var(--dc-line)" }}>{children}</div>
    </Frame>
  );
}

function Frame({ title, mark, action, footer, children }: CardProps) {
  return (
    <section className={styles["card"]} aria-label={title}>
      <header>
        {mark}
        <h2>{title}</h2>
        {action}
      </header>
      {children}
      {footer === undefined ? null : <footer>{footer}</footer>}
    </section>
  );
}
