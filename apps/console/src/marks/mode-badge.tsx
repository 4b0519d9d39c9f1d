import styles from "./mode-badge.module.css";

export type Mode = "test" | "live";

const words: { [mode in Mode]: string } = { test: "Test", live: "Live" };
const tips: { [mode in Mode]: string } = {
  test: "Test mode: the service returns simulated data and books nothing",
  live: "Live mode: what is applied here is real",
};

/** The mode of the service, test or live, that the page is about. */
export function ModeBadge({ mode }: { mode: Mode }) {
  return (
    <span className={styles["badge"]} data-mode={mode} data-tip={tips[mode]}>
      {words[mode]}
    </span>
  );
}

/** The striped line at the top of every page in test mode. */
export function ModeStripe({ mode }: { mode: Mode }) {
  return mode === "test" ? <div className={styles["stripe"]} /> : null;
}
