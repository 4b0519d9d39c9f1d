import styles from "./avatar.module.css";

export interface AvatarProps {
  name: string;
  large?: boolean;
  /** Of a program, where that of a person is round. */
  square?: boolean;
}

/** Initials, with the name as tooltip. */
export function Avatar({ name, large = false, square = false }: AvatarProps) {
  const words = name
    .replace(/^(?:Dr|Prof)\.?\s+/u, "")
    .split(/\s+/u)
    .filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const initials = ends.map((word) => Array.from(word ?? "")[0] ?? "").join("");
  return (
    <span
      className={styles["avatar"]}
      data-large={large || undefined}
      data-square={square || undefined}
      role="img"
      aria-label={name}
      data-tip={name}
    >
      {initials.toLocaleUpperCase()}
    </span>
  );
}
