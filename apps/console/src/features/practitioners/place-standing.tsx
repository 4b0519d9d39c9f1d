import { shownVerdict, type Leaf } from "#/features/changes/leaf.ts";
import { Sign } from "#/ui/sign.tsx";
import { State } from "#/ui/state.tsx";
import { Verdict } from "#/ui/verdict.tsx";
import styles from "./practitioners.module.css";

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
  return (
    leaf.drafts.length > 0 && leaf.verdict === "same" && isMissing(leaf.values.effective) && isMissing(leaf.values.base)
  );
}

/** Neither side has it and no draft would bring it: only the index still does, or did. */
export function isNowhere(leaf: Leaf): boolean {
  return (
    leaf.drafts.length === 0 &&
    leaf.verdict === "same" &&
    !leaf.flags.includes("outside") &&
    isMissing(leaf.values.effective) &&
    isMissing(leaf.values.base)
  );
}

const onTheWay = ["sending", "unknown", "deferred"] as const;

/** Verdict, then where the change is on its way, in the same cell. */
export function PlaceStanding({ leaf }: { leaf: Leaf }) {
  const verdict = shownVerdict(leaf);
  const state = onTheWay.find((known) => known === leaf.override?.state);
  return (
    <span className={styles["stands"]}>
      {verdict === null || isOnlyStaged(leaf) ? null : <Verdict verdict={verdict} />}
      {leaf.flags.includes("held") && state === undefined ? <State state="held" /> : null}
      {state === undefined ? null : <State state={state} />}
      {leaf.drafts.length > 0 ? <State state="staged" /> : null}
    </span>
  );
}
