import { shownVerdict, type Leaf, type Place } from "./field-row.ts";
import { Sign } from "#/marks/sign.tsx";
import { State } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "./record.module.css";

/** The sign in the gutter; none where nothing was read, and none for what is only staged. */
export function PlaceSign({ leaf }: { leaf: Leaf }) {
  const verdict = shownVerdict(leaf);
  if (verdict === null || isOnlyStaged(leaf)) return <span />;
  return <Sign verdict={verdict} />;
}

const isMissing = (reading: Leaf["values"]["base"]) =>
  reading !== null && ("absent" in reading || reading.value === false);

/** Neither side has it; a draft would bring it. */
export function isOnlyStaged(leaf: Leaf): boolean {
  const { preview, effective, base } = leaf.values;
  const isNone = (reading: typeof base) => reading === null || isMissing(reading);
  return preview !== null && (leaf.verdict === "same" || leaf.verdict === null) && isNone(effective) && isNone(base);
}

/** Neither side has it and no draft would bring it: only the index still does, or did. */
export function isNowhere(leaf: Leaf): boolean {
  return (
    leaf.values.preview === null &&
    (leaf.verdict === "same" || (leaf.verdict === null && leaf.values.base === null)) &&
    !leaf.flags.includes("outside") &&
    isMissing(leaf.values.effective) &&
    (leaf.values.base === null || isMissing(leaf.values.base))
  );
}

const onTheWay = ["sending", "unknown", "deferred"] as const;

/** Verdict, then where the change is on its way, in the same cell. */
export function PlaceStanding({ place: { leaf, onlyHere, lost } }: { place: Place }) {
  const verdict = shownVerdict(leaf);
  const state = onTheWay.find((known) => known === leaf.override?.state);
  return (
    <span className={styles["stands"]} data-row-status>
      {lost ? (
        <span className={styles["onlyHere"]}>not in the profile any more</span>
      ) : isOnlyStaged(leaf) ? null : verdict !== null ? (
        <Verdict verdict={verdict} />
      ) : onlyHere && !isNowhere(leaf) ? (
        <span className={styles["onlyHere"]}>only in this index</span>
      ) : null}
      {leaf.flags.includes("held") && state === undefined ? <State state="held" /> : null}
      {state === undefined ? null : <State state={state} />}
      {leaf.values.preview !== null ? <State state="staged" /> : null}
    </span>
  );
}
