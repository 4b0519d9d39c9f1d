import styles from "./unbroken.module.css";

/** A number with hyphens, such as a phone, with its area code before it; longer ones must be able to wrap. */
const hyphenated = /((?:\(\d{1,6}\) )?(?<!\S)[^\s-]{0,12}\d(?:-\d{1,8}){1,4}(?![^\s,.;:]))/u;

/** Text whose phone numbers stay on one line. */
export function Unbroken({ text }: { text: string }) {
  return text.split(hyphenated).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles["number"]}>
        {part}
      </span>
    ),
  );
}
