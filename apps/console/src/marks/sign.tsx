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

/** The verdict as a sign such as `>` or `!`, for the gutter of a comparison. The row says the verdict in words elsewhere. */
export function Sign({ verdict }: SignProps) {
  return (
    <span className={styles["sign"]} data-hue={verdictHue(verdict)} aria-hidden="true">
      {signs[verdict]}
    </span>
  );
}
