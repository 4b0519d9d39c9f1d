import styles from "./mid-truncate.module.css";

const worthCutting = 24;
const shortest = 6;
const longest = 16;

/** Where the end that must stay begins: at a space 6 to 16 characters before the end; null when there is none, or the text is short. */
export function tailStart(text: string): number | null {
  if (text.length < worthCutting) return null;
  for (let at = text.length - longest; at <= text.length - shortest; at++) {
    if (at > 0 && text[at] === " ") return at;
  }
  return null;
}

export interface MidTruncateProps {
  text: string;
  lang?: string;
}

/** A name that loses its middle and not its end when there is no room; whole in the tooltip, and wrapped on a phone. */
export function MidTruncate({ text, lang }: MidTruncateProps) {
  const at = tailStart(text);
  return (
    <bdi className={styles["whole"]} lang={lang} data-tip={text} data-tip-when="cut">
      <span className={styles["head"]}>{at === null ? text : text.slice(0, at)}</span>
      {at === null ? null : <span className={styles["tail"]}>{text.slice(at)}</span>}
    </bdi>
  );
}
