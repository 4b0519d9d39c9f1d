import { useEffect, type ReactNode } from "react";
import { pageChrome } from "#/ui/page/page-chrome.ts";
import { Wordmark } from "#/ui/display/wordmark.tsx";
import styles from "./gate.module.css";

export interface GateProps {
  title: string;
  lede: ReactNode;
  foot?: ReactNode;
  children?: ReactNode;
}

/** The frame of the screens that need no session. */
export function Gate({ title, lede, foot, children }: GateProps) {
  // Takes the focus as every screen does.
  useEffect(() => void pageChrome.takesFocus(), []);
  return (
    <div className={styles["gate"]}>
      <title>{`${title} · Directory Console`}</title>
      <main className={styles["middle"]}>
        <div className={styles["card"]}>
          <div className={styles["brand"]}>
            <Wordmark />
            Directory Console
          </div>
          <div>
            <h1>{title}</h1>
            <p className={styles["lede"]}>{lede}</p>
          </div>
          {children}
        </div>
      </main>
      {foot === undefined ? null : <p className={styles["foot"]}>{foot}</p>}
    </div>
  );
}
