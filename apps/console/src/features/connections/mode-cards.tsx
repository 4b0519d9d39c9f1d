import { useId } from "react";
import { type Mode, ModeBadge } from "#/marks/mode-badge.tsx";
import styles from "./connections.module.css";

const help: { readonly [mode in Mode]: string } = {
  test: "Simulated data, nothing is booked. A striped line on every page.",
  live: "What is applied is real. You type its name to save.",
};

/** Test or live, as two cards. */
export function ModeCards({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const name = useId();
  return (
    <fieldset className={styles["modes"]}>
      <legend>Mode</legend>
      {(["test", "live"] as const).map((option) => (
        <label key={option} className={styles["mode"]}>
          <input type="radio" name={name} checked={option === mode} onChange={() => onChange(option)} />
          <span>
            {option === "test" ? "Test" : "Live"}
            <small>{help[option]}</small>
          </span>
          <ModeBadge mode={option} />
        </label>
      ))}
    </fieldset>
  );
}
