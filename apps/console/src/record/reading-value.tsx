import { type FieldWording, type Json, phoneIn, phonesOf, phoneText, type Reading, valueWords } from "@dc/directory";
import { Icon } from "#/ui/display/icon.tsx";
import { Unbroken } from "#/ui/display/unbroken.tsx";
import { EmptyValue, AbsentValue } from "#/marks/value-box.tsx";
import styles from "./record.module.css";

type ValueWording = Pick<FieldWording, "kind" | "choices">;

/** A reading as plain text, for labels and copied text; its field's wording gives the value its words. */
export function readingText(reading: Reading | null, wording: ValueWording | null = null): string {
  if (reading === null) return "not read";
  if ("absent" in reading) return "no value";
  const { value } = reading;
  const words = wording === null ? null : valueWords(value, wording);
  if (words !== null) return words;
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "empty";
  if (value === true) return "listed";
  if (value === false) return "not listed";
  const phone = phoneIn(reading);
  if (phone !== null) return phoneText(phone);
  const phones = phonesOf(reading);
  if (phones !== null) return phones.map(phoneText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether two readings look the same to a person. Spellings of one phone number count as the same. */
export function readsAlike(a: Reading | null, b: Reading | null): boolean {
  const [left, right] = [phoneIn(a), phoneIn(b)].map((phone) =>
    /^[\d\s()+./-]*\d[\d\s()+./-]*$/.test(phone?.number ?? "") ? phone?.number.replace(/\D/g, "") : undefined,
  );
  if (left === undefined || right === undefined) return readingText(a).normalize() === readingText(b).normalize();
  return (left.endsWith(right) || right.endsWith(left)) && phoneIn(a)?.extension === phoneIn(b)?.extension;
}

/** A whole value as plain text; members of a set by name, others by their words. */
export function valueText(
  value: Json,
  nameOf: (id: string) => string | null,
  wording: ValueWording | null = null,
): string {
  if (!Array.isArray(value)) return readingText({ value }, wording);
  if (value.length === 0) return "none";
  return value
    .map((member) => (typeof member === "string" ? (nameOf(member) ?? member) : readingText({ value: member })))
    .join(", ");
}

interface ReadingValueProps {
  reading: Reading | null;
  /** What gives the value its words; null, or left out, where it stands for itself. */
  wording?: ValueWording | null;
  /** Whether the value says that a set has a member. */
  member?: boolean;
}

/** A reading as a cell shows it. */
export function ReadingValue({ reading, wording = null, member = false }: ReadingValueProps) {
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
  const words = readingText(reading, wording);
  if (words === "empty") return <EmptyValue />;
  const isWorded = wording !== null && valueWords(reading.value, wording) !== null;
  const plain =
    isWorded || typeof reading.value === "string" || phoneIn(reading) !== null || phonesOf(reading) !== null;
  return plain ? (
    <bdi className={styles["text"]}>
      <Unbroken text={words} />
    </bdi>
  ) : (
    <code className={styles["json"]}>{words}</code>
  );
}
