import type { ServiceWords as Words } from "@dc/contract";
import styles from "./record.module.css";

/** What the service said in a refusal: its status, code and message, and every reason that it listed. */
export function ServiceWords({ words: { status, code, message, details = [] } }: { words: Words }) {
  const answer = [status, code, message].filter((word) => word !== null).join(" · ");
  return (
    <>
      <bdi>{answer === "" && details.length === 0 ? "no message" : answer}</bdi>
      <ServiceReasons details={details} />
    </>
  );
}

/** Every reason that the service listed, with the field by its own name. */
export function ServiceReasons({ details }: { details: NonNullable<Words["details"]> }) {
  if (details.length === 0) return null;
  const lines = new Set(
    details.map(({ field, words, code }) => {
      const why = [words, code].filter((part) => part !== null).join(" · ");
      return [field, why].filter((part) => part !== null && part !== "").join(": ");
    }),
  );
  return (
    <ul className={styles["reasons"]} aria-label="Reasons of the service">
      {[...lines].map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  );
}
