import styles from "./kbd.module.css";

const apple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const faces: { [key: string]: string } = {
  mod: apple ? "⌘" : "Ctrl",
  shift: "⇧",
  enter: "↵",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  space: "Space",
  f8: "F8",
};

/** `mod+k` as the two keys to print; `g i` as two keys after each other. */
function keyFaces(keys: string): string[] {
  return keys
    .split(/[+ ]/)
    .filter((part) => part !== "")
    .map((part) => faces[part.toLowerCase()] ?? (part.length === 1 ? part.toUpperCase() : part));
}

export interface KbdProps {
  /** `mod+k`, `g i`, `shift+x`, `?`. */
  keys: string;
  /** For hints on buttons: hidden on phones and from screen readers. */
  hint?: boolean;
}

/** The keys of a shortcut as they are printed on a keyboard. */
export function Kbd({ keys, hint = false }: KbdProps) {
  return (
    <span className={styles["keys"]} data-hint={hint || undefined} aria-hidden={hint || undefined}>
      {keyFaces(keys).map((face, index) => (
        <kbd key={`${face}-${index}`} className={styles["kbd"]}>
          {face}
        </kbd>
      ))}
    </span>
  );
}
