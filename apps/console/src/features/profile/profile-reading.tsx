import type { ProfileReading } from "@dc/contract";
import { Icon } from "#/ui/display/icon.tsx";
import { State, type StateName } from "#/marks/state.tsx";
import { dryRunSummary } from "./dry-run-summary.ts";
import styles from "./profile.module.css";

const faces: { readonly [status in ProfileReading["meanings"][number]["status"]]: readonly [StateName, string] } = {
  found: ["applied", "found"],
  absent: ["waiting", "absent"],
  misfit: ["failed", "cannot be read"],
  "not-read": ["waiting", "not read"],
};

/** The result of a dry run: what each meaning found, and which fields no meaning names. */
export function ProfileReadingView({
  reading,
  onPointer,
}: {
  reading: ProfileReading;
  onPointer: (pointer: string) => void;
}) {
  const allWell = dryRunSummary(reading);
  return (
    <div className={styles["reading"]}>
      {allWell === null ? null : (
        <p className={styles["allWell"]} role="status">
          <Icon name="check" size={14} />
          <span>{allWell}</span>
        </p>
      )}
      {reading.problems.length === 0 ? null : (
        <ul className={styles["problems"]} aria-label="What to change">
          {reading.problems.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <button type="button" className="mono" onClick={() => onPointer(pointer)}>
                {pointer}
              </button>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
      <ul className={styles["meanings"]} aria-label="What each meaning found">
        {reading.meanings.map(({ type, meaning, status, pointer, samples, detail, owner }) => {
          const [state, word] = faces[status];
          return (
            <li key={`${type} ${meaning}`}>
              <span>
                <b>{meaning}</b> of {type} <span className="mono">{pointer}</span>
                {owner === type ? null : ` of ${owner}`}
              </span>
              <State state={state} label={word} />
              {samples[0] === undefined ? (
                <span className={styles["detail"]}>{detail}</span>
              ) : (
                <code>{JSON.stringify(samples[0].decoded)}</code>
              )}
            </li>
          );
        })}
      </ul>
      {reading.unnamed.length === 0 ? null : (
        <p className={styles["detail"]}>
          Shown raw, since no meaning names them:{" "}
          {reading.unnamed.map(({ type, pointer }) => (
            <span key={`${type} ${pointer}`} className="mono">
              {type}
              {pointer}{" "}
            </span>
          ))}
        </p>
      )}
      {reading.notTried.map((sentence) => (
        <p key={sentence} className={styles["detail"]}>
          {sentence}
        </p>
      ))}
    </div>
  );
}
