import styles from "./mid-truncate.module.css";

const worthCutting = 24;
const shortest = 6;
const longest = 16;

/** Where the part starts that is never cut: at a space 6 to 16 characters before the end. Null for short text and where there is no such space. */
export function tailStart(text: string): number | null {
  if (text.length < worthCutting) return null;
  for (let position = text.length - longest; position <= text.length - shortest; position++) {
    if (position > 0 && text[position] === " ") return position;
  }
  return null;
}

export interface MidTruncateProps {
  text: string;
  lang?: string;
  /** For text that is no name, and is cut in short lists, too. */
  oneLine?: boolean;
}

/** A name in all its length, on as many lines as it takes: for places that may grow. */
export function WrappedName({ text }: { text: string }) {
  return <bdi className={styles["wrapped"]}>{text}</bdi>;
}

/** A name that is truncated in its middle when there is no room, for rows of one line. The tooltip shows all of it, and a phone wraps it. */
export function MidTruncate({ text, lang, oneLine = false }: MidTruncateProps) {
  const start = tailStart(text);
  return (
    <bdi
      className={styles["whole"]}
      lang={lang}
      data-tip={text}
      data-tip-when="cut"
      data-one-line={oneLine || undefined}
    >
      <span className={styles["head"]}>{start === null ? text : text.slice(0, start)}</span>
      {start === null ? null : <span className={styles["tail"]}>{text.slice(start)}</span>}
    </bdi>
  );
}
