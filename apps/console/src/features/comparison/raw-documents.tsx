import type { ReactNode } from "react";
import { signOfVerdict, verdictHue, type VerdictName } from "#/marks/verdict.tsx";
import type { LinePair } from "./align-lines.ts";
import styles from "./comparison.module.css";
import type { JsonLine } from "#/json/print-lines.ts";

/** The mark of a line; `ignored` if the profile leaves it out of verdicts. */
export type LineMark = VerdictName | "ignored" | null;

/** The line without a trailing comma, which only says that more follows. */
export const sameLine = ({ left, right }: LinePair) =>
  left !== null && right !== null && strip(left.line) === strip(right.line);

const strip = (line: JsonLine) => line.text.replace(/,$/, "");

interface DocsProps {
  pairs: readonly LinePair[];
  markOf: (pair: LinePair, side: "left" | "right") => LineMark;
}

/** Both records beside each other, equal lines at the same height. */
export function SideBySide({ pairs, markOf, heads }: DocsProps & { heads: readonly ReactNode[] }) {
  return (
    <table aria-label="Both records, line by line" style={{ minInlineSize: 720 }}>
      <colgroup>
        <col style={{ width: 36 }} />
        <col style={{ width: 20 }} />
        <col />
        <col style={{ width: 36 }} />
        <col style={{ width: 20 }} />
        <col />
      </colgroup>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={index} colSpan={3} scope="colgroup">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair, index) => {
          return (
            <tr key={index}>
              <LineCells side={pair.left} mark={markOf(pair, "left")} />
              <LineCells side={pair.right} mark={markOf(pair, "right")} first />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function LineCells({ side, mark, first = false }: { side: LinePair["left"]; mark: LineMark; first?: boolean }) {
  const hue = mark === null || mark === "ignored" ? undefined : verdictHue(mark);
  const edge = first ? { "data-first": true } : {};
  if (side === null) {
    return (
      <td colSpan={3} data-gap {...edge}>
        <span className="unseen">not there</span>
      </td>
    );
  }
  return (
    <>
      <td className={styles["no"]} data-hue={hue} {...edge}>
        {side.number}
      </td>
      <td className={styles["sign"]} data-hue={hue}>
        {mark === "ignored" ? "·" : mark === null ? "" : signOfVerdict(mark)}
      </td>
      <td className={styles["code"]} data-hue={hue} data-ignored={mark === "ignored" || undefined}>
        {side.line.text}
      </td>
    </>
  );
}

/** Both records in one column, as a unified diff. */
export function Unified({ pairs, markOf, head }: DocsProps & { head: string }) {
  return (
    <table aria-label="The difference, line by line">
      <colgroup>
        <col style={{ width: 36 }} />
        <col style={{ width: 36 }} />
        <col style={{ width: 28 }} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th colSpan={4}>{head}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.flatMap((pair, index) => {
          const { left: was, right: is } = pair;
          const sides =
            was !== null && is !== null && sameLine(pair)
              ? [{ of: "both", left: was, right: is, line: is.line }]
              : [
                  ...(pair.left === null ? [] : [{ of: "−", left: pair.left, right: null, line: pair.left.line }]),
                  ...(pair.right === null ? [] : [{ of: "+", left: null, right: pair.right, line: pair.right.line }]),
                ];
          return sides.map(({ of, left, right, line }) => {
            const mark = markOf(pair, right === null ? "left" : "right");
            const hue = mark === null || mark === "ignored" ? undefined : verdictHue(mark);
            return (
              <tr key={`${index} ${of}`}>
                <td className={styles["no"]} data-hue={hue}>
                  {left?.number}
                </td>
                <td className={styles["no"]} data-hue={hue}>
                  {right?.number}
                </td>
                <td className={styles["sign"]} data-hue={hue}>
                  {mark === "ignored" ? "·" : of === "both" ? "" : `${mark === null ? "" : signOfVerdict(mark)}${of}`}
                </td>
                <td className={styles["code"]} data-hue={hue} data-ignored={mark === "ignored" || undefined}>
                  {line.text}
                </td>
              </tr>
            );
          });
        })}
      </tbody>
    </table>
  );
}
