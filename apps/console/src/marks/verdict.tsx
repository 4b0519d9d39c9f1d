import type { ReactNode } from "react";
import { Count } from "#/ui/display/count.tsx";
import { type Hue, Mark, type MarkShow } from "#/ui/display/mark.tsx";
import styles from "./verdict.module.css";

export type VerdictName = "same" | "ours" | "base moved" | "conflict" | "differs" | "outside";

/** From the one that needs a decision most to the one that needs none. */
export const verdictOrder: readonly VerdictName[] = ["conflict", "outside", "base moved", "differs", "ours", "same"];

const hues: { [name in VerdictName]: Hue } = {
  same: "quiet",
  ours: "ours",
  "base moved": "moved",
  conflict: "conflict",
  differs: "ink",
  outside: "outside",
};

export const verdictHue = (verdict: VerdictName): Hue => hues[verdict];

const outline = (
  <rect x="0.7" y="0.7" width="12.6" height="12.6" rx="2.6" fill="none" stroke="currentColor" strokeWidth="1.4" />
);

const shapes: { [name in VerdictName]: ReactNode } = {
  same: (
    <>
      {outline}
      <path d="M4 5.4h6M4 8.6h6" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  ours: (
    <>
      {outline}
      <path d="M7 .7h3.7a2.6 2.6 0 0 1 2.6 2.6v7.4a2.6 2.6 0 0 1-2.6 2.6H7z" fill="currentColor" />
    </>
  ),
  "base moved": (
    <>
      {outline}
      <path d="M7 .7H3.3A2.6 2.6 0 0 0 .7 3.3v7.4a2.6 2.6 0 0 0 2.6 2.6H7z" fill="currentColor" />
    </>
  ),
  conflict: (
    <>
      <rect width="14" height="14" rx="2.8" fill="currentColor" />
      <path d="m4.4 4.4 5.2 5.2m0-5.2L4.4 9.6" stroke="var(--dc-canvas)" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  differs: (
    <>
      {outline}
      <path d="M4 5h6M4 8.8h6M8.7 6.9 6 10.7" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  outside: (
    <>
      <rect
        x="0.7"
        y="0.7"
        width="12.6"
        height="12.6"
        rx="2.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeDasharray="2.3 1.75"
        strokeDashoffset="1.1"
      />
      <circle cx="7" cy="7" r="2.1" fill="currentColor" />
    </>
  ),
};

export interface VerdictProps {
  verdict: VerdictName;
  show?: MarkShow;
  size?: number;
  /** Replaces the verdict's word. */
  label?: string;
}

/** How a value relates to base, as a square. */
export function Verdict({ verdict, ...mark }: VerdictProps) {
  return <Mark {...mark} drawing={shapes[verdict]} hue={hues[verdict]} word={verdict} />;
}

const signs: { [name in VerdictName]: string } = {
  same: "=",
  ours: ">",
  "base moved": "<",
  conflict: "!",
  differs: "?",
  outside: "~",
};

export const signOfVerdict = (verdict: VerdictName): string => signs[verdict];

/** The verdict as a sign such as `>` or `!`, for the gutter of a comparison. The row says the verdict in words elsewhere. */
export function VerdictSign({ verdict }: { verdict: VerdictName }) {
  return (
    <span className={styles["sign"]} data-hue={verdictHue(verdict)} aria-hidden="true">
      {signs[verdict]}
    </span>
  );
}

export type VerdictCounts = { readonly [verdict in VerdictName]: number };

/** Verdicts that need a decision, worst first. */
const needingDecision: readonly VerdictName[] = ["conflict", "outside", "base moved", "differs"];

/** The worst verdict that occurs; `same` when there is none. */
export function worstVerdictOf(counts: VerdictCounts): VerdictName {
  return verdictOrder.find((verdict) => counts[verdict] > 0) ?? "same";
}

/** How many values need a decision, by verdict; a faint dot when none does. */
export function VerdictMarks({ counts }: { counts: VerdictCounts }) {
  const shown = needingDecision.filter((verdict) => counts[verdict] > 0);
  if (shown.length === 0) return <Count value={0} />;
  return (
    <span className={styles["marks"]}>
      {shown.map((verdict) => (
        <Verdict key={verdict} verdict={verdict} show={counts[verdict]} />
      ))}
    </span>
  );
}
