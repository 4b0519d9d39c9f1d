import type { ReactNode } from "react";
import styles from "./mark.module.css";
import { type Hue, Mark, type MarkShow } from "./mark.tsx";

export type StatusShape =
  | "dashed"
  | "clock"
  | "check"
  | "arc"
  | "disc"
  | "half"
  | "pause"
  | "cross"
  | "question"
  | "triangle"
  | "bar"
  | "minus"
  | "arrow"
  | "quarter"
  | "back";

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.4,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const cutOut = { ...line, stroke: "var(--dc-canvas)", strokeWidth: 1.7 } as const;
const ring = <circle cx="7" cy="7" r="6.2" {...line} />;
const dashedRing = <circle cx="7" cy="7" r="6.2" {...line} strokeLinecap="butt" strokeDasharray="2.2 1.7" />;
const disc = <circle cx="7" cy="7" r="6.9" fill="currentColor" />;

const shapes: { [name in StatusShape]: ReactNode } = {
  dashed: dashedRing,
  clock: (
    <>
      {ring}
      <path d="M7 3.9v3.3l2.1 1.2" {...line} />
    </>
  ),
  check: (
    <>
      {ring}
      <path d="m4.5 7.2 1.8 1.8 3.3-3.7" {...line} />
    </>
  ),
  arc: (
    <>
      <circle cx="7" cy="7" r="6.2" {...line} opacity="0.28" />
      <path className={styles["turning"]} d="M7 .8A6.2 6.2 0 0 1 13.2 7" {...line} />
    </>
  ),
  disc: (
    <>
      {disc}
      <path d="m4.3 7.2 1.9 1.9 3.5-3.9" {...cutOut} />
    </>
  ),
  half: (
    <>
      {ring}
      <path d="M7 .8a6.2 6.2 0 0 0 0 12.4z" fill="currentColor" />
    </>
  ),
  pause: (
    <>
      {ring}
      <path d="M5.4 4.8v4.4M8.6 4.8v4.4" {...line} strokeWidth="1.5" />
    </>
  ),
  cross: (
    <>
      {ring}
      <path d="m5 5 4 4m0-4L5 9" {...line} />
    </>
  ),
  question: (
    <>
      {dashedRing}
      <path d="M5.4 5.6A1.65 1.65 0 1 1 7.6 7.2c-.4.2-.6.4-.6.9" {...line} />
      <circle cx="7" cy="9.9" r="0.85" fill="currentColor" />
    </>
  ),
  triangle: (
    <>
      <path
        d="M6.1 1.2a1.05 1.05 0 0 1 1.8 0l5.7 10a1.05 1.05 0 0 1-.9 1.6H1.3a1.05 1.05 0 0 1-.9-1.6z"
        fill="currentColor"
      />
      <path d="M7 5v3.2" {...cutOut} strokeWidth="1.6" />
      <circle cx="7" cy="10.5" r="0.95" fill="var(--dc-canvas)" />
    </>
  ),
  bar: (
    <>
      {disc}
      <path d="M4 7h6" {...cutOut} strokeWidth="1.9" />
    </>
  ),
  minus: (
    <>
      {ring}
      <path d="M4.5 7h5" {...line} />
    </>
  ),
  arrow: (
    <>
      {ring}
      <path d="M4.2 7h5.4M7.6 4.9 9.7 7 7.6 9.1" {...line} />
    </>
  ),
  quarter: (
    <>
      {ring}
      <path d="M7 7V2.6A4.4 4.4 0 0 1 11.4 7z" fill="currentColor" />
    </>
  ),
  back: (
    <>
      {ring}
      <path d="M6.2 4.2 4.6 5.8l1.6 1.6M4.8 5.8h2.6a1.9 1.9 0 0 1 0 3.8H6" {...line} strokeWidth="1.3" />
    </>
  ),
};

export interface StatusMarkProps {
  shape: StatusShape;
  hue: Hue;
  word: string;
  show?: MarkShow;
  label?: string;
  size?: number;
}

/** A circle, or a triangle for a failure, that shows a status. */
export function StatusMark({ shape, ...mark }: StatusMarkProps) {
  return <Mark {...mark} drawing={shapes[shape]} />;
}
