import { Link } from "react-router";
import styles from "./blocks.module.css";

export interface TabsProps {
  label: string;
  tabs: readonly { to: string; label: string; count?: number; current: boolean }[];
}

/** Places beside each other, each with its own address. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className={styles["tabs"]}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={styles["tab"]} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.count === undefined ? null : <span>{tab.count.toLocaleString("en")}</span>}
        </Link>
      ))}
    </nav>
  );
}
