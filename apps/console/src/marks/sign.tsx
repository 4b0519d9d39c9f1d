import styles from "./sign.module.css";
import { verdictHue, type VerdictName } from "./verdict.tsx";

const signs: { [name in VerdictName]: string } = {
  same: "=",
  ours: ">",
  "base moved": "<",
  conflict: "!",
  differs: "?",
  outside: "~",
};

export const verdictSign = (verdict: VerdictName): string => signs[verdict];

export interface SignProps {
  verdict: VerdictName;
}

/** The verdict's ASCII sign for a gutter; screen readers read the verdict's word elsewhere in the row. */
export function Sign({ verdict }: SignProps) {
  return (
    <span className={styles["sign"]} data-hue={verdictHue(verdict)} aria-hidden="true">
      {signs[verdict]}
    </span>
  );
}
