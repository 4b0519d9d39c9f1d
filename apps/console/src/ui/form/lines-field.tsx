import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from "react";
import { FieldFrame, type FieldFrameProps } from "./field.tsx";
import styles from "./lines-field.module.css";

export type LineKind = "wrong" | "repeat";

export interface LinesFieldProps extends FieldFrameProps {
  value: string;
  onChange: (value: string) => void;
  /** Lines to highlight, by their number from 1. */
  marks: ReadonlyMap<number, LineKind>;
  /** The number of lines that are visible without scrolling. */
  rows?: number;
  placeholder?: string;
  /** Takes the focus when the drawer around it opens. */
  first?: boolean;
  /** When it changes, selects that line and scrolls it into the upper third; marks the line while it is set. */
  goTo?: { line: number } | null;
}

const lineHeight = 20;
const padding = 8;
const above = 4;

/** A text area with line numbers, for long pastes. Only the numbers in view are rendered. */
export function LinesField({
  value,
  onChange,
  marks,
  rows = 10,
  placeholder,
  first: takesFocus = false,
  goTo = null,
  ...frame
}: LinesFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const count = lineCount(value);
  const blockSize = rows * lineHeight + 2 * padding;
  const first = Math.max(0, Math.floor((top - padding) / lineHeight) - above);
  const last = Math.min(count, first + rows + 2 * above);
  const digits = Math.max(2, String(count).length);
  useLayoutEffect(() => {
    if (layer.current !== null) layer.current.style.translate = `0 ${-top}px`;
  }, [top]);
  useEffect(() => {
    const element = area.current;
    if (goTo === null || element === null) return;
    const start = startOfLine(element.value, goTo.line);
    const end = element.value.indexOf("\n", start);
    // Plain focus would scroll to the caret, which is at the end after a paste.
    element.focus({ preventScroll: true });
    element.setSelectionRange(start, end < 0 ? element.value.length : end);
    element.scrollTop = padding + (goTo.line - 1) * lineHeight - Math.floor(element.clientHeight / 4);
    element.scrollLeft = 0;
    element.scrollIntoView({ block: "nearest" });
  }, [goTo]);
  const gutter: CSSProperties & { "--gutter": string } = { "--gutter": `${digits + 2.5}ch`, blockSize };
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <div className={styles["box"]} style={gutter} data-wrong={ids["aria-invalid"]}>
          <div className={styles["view"]} aria-hidden="true">
            <div ref={layer} className={styles["layer"]}>
              {Array.from({ length: Math.max(0, last - first) }, (_, index) => {
                const line = first + index + 1;
                return (
                  <div
                    key={line}
                    className={styles["line"]}
                    data-kind={marks.get(line)}
                    data-here={line === goTo?.line || undefined}
                    style={{ insetBlockStart: padding + (line - 1) * lineHeight }}
                  >
                    {line}
                  </div>
                );
              })}
            </div>
          </div>
          <textarea
            ref={area}
            {...ids}
            data-autofocus={takesFocus || undefined}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={placeholder}
            className={styles["area"]}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          />
        </div>
      )}
    </FieldFrame>
  );
}

function lineCount(text: string): number {
  let count = 1;
  for (let position = text.indexOf("\n"); position >= 0; position = text.indexOf("\n", position + 1)) count++;
  return count;
}

function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const next = text.indexOf("\n", start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  return start;
}
