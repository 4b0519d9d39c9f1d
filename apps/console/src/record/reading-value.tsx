import { type Json, phoneIn, phonesOf, phoneText, type Reading } from "@dc/directory";
import { Icon } from "#/ui/display/icon.tsx";
import { EmptyValue, AbsentValue } from "#/marks/value-box.tsx";
import styles from "./record.module.css";

/** A reading as plain text, for labels and copied text. */
export function readingText(reading: Reading | null): string {
  if (reading === null) return "not read";
  if ("absent" in reading) return "no value";
  const { value } = reading;
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "empty";
  if (value === true) return "listed";
  if (value === false) return "not listed";
  const phone = phoneIn(reading);
  if (phone !== null) return phoneText(phone);
  const phones = phonesOf(reading);
  if (phones !== null) return phones.map(phoneText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A whole value as plain text; members of a set by name. */
export function valueText(value: Json, nameOf: (id: string) => string | null): string {
  if (!Array.isArray(value)) return readingText({ value });
  if (value.length === 0) return "none";
  return value.map((one) => (typeof one === "string" ? (nameOf(one) ?? one) : readingText({ value: one }))).join(", ");
}

/** A reading as a cell shows it. */
export function ReadingValue({ reading, member = false }: { reading: Reading | null; member?: boolean }) {
  if (reading === null) return <i className={styles["unread"]}>not read</i>;
  if (member && "value" in reading && typeof reading.value === "boolean") {
    return (
      <span className={styles["member"]}>
        <Icon name={reading.value ? "check" : "minus"} size={13} />
        {reading.value ? "Listed" : "Not listed"}
      </span>
    );
  }
  if ("absent" in reading) return <AbsentValue />;
  const words = readingText(reading);
  if (words === "empty") return <EmptyValue />;
  const plain = typeof reading.value === "string" || phoneIn(reading) !== null || phonesOf(reading) !== null;
  return plain ? <bdi className={styles["text"]}>{words}</bdi> : <code className={styles["json"]}>{words}</code>;
}
