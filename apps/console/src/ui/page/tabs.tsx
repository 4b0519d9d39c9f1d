import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./tabs.module.css";

export interface TabsProps {
  label: string;
  tabs: readonly { to: string; label: string; count?: number; current: boolean }[];
}

/** Tabs that are links: each has its own address. */
export function Tabs({ label, tabs }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.to;
  useEffect(() => {
    const element = nav.current;
    if (element === null) return;
    // Called once the page is laid out, which is not asked for before its time.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      if (element.scrollWidth <= element.clientWidth) return;
      element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [current]);
  return (
    <nav ref={nav} aria-label={label} className={styles["tabs"]}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={styles["tab"]} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.count === undefined ? null : <span>{numberText(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
