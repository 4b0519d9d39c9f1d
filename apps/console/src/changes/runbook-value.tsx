import { equalJson, fieldLabel, isJsonObject, type Json, type JsonObject, phoneIn, type Reading } from "@dc/directory";
import type { Wording } from "#/record/wording.ts";
import { ReadingValue, readingText, valueText } from "#/record/reading-value.tsx";
import styles from "./runbook.module.css";

interface StepValueProps {
  reading: Reading | null;
  /** The value on the other side of the step; what both have is shown in grey. */
  other: Reading | null;
  /** Shown before what only this side has. */
  sign: "+" | "−";
  /** The type of the record that the step is about. */
  type: string;
  field: string | null;
  wording: Wording;
}

const listOf = (reading: Reading | null): Json[] | null =>
  reading !== null && "value" in reading && Array.isArray(reading.value) ? reading.value : null;

/** A value of a runbook step: lists one entry a line, named members with their ids. */
export function StepValue({ reading, other, sign, type, field, wording }: StepValueProps) {
  const made = reading !== null && "value" in reading && isRecord(reading.value) ? Object.entries(reading.value) : [];
  if (made.length > 0)
    return (
      <ul className={styles["values"]}>
        {made.map(([key, value]) => (
          <li key={key}>
            <span aria-hidden="true">{sign}</span>
            <span>
              {wording.field(type, key)?.label ?? fieldLabel(key)}:{" "}
              {Array.isArray(value) ? (
                <bdi>{valueText(value, (id) => wording.member(type, key, id))}</bdi>
              ) : (
                <ReadingValue reading={{ value: value ?? null }} wording={wording.field(type, key)} />
              )}
            </span>
          </li>
        ))}
      </ul>
    );
  const ofField = field === null ? null : wording.field(type, field);
  if (field === null && reading !== null && "value" in reading && reading.value === true) return <>there</>;
  const list = listOf(reading);
  if (list === null || list.length === 0) return <ReadingValue reading={reading} wording={ofField} />;
  const beside = listOf(other) ?? [];
  const entries = list.map((value) => ({ value, same: beside.some((otherValue) => equalJson(otherValue, value)) }));
  const isSet = list.every((value) => typeof value === "string");
  const differing = isSet ? entries.filter(({ same }) => !same) : entries;
  const quiet = entries.length - differing.length;
  return (
    <ul className={styles["values"]}>
      {differing.map(({ value, same }, index) => (
        <li key={index} data-same={same || undefined}>
          <span aria-hidden="true">{same ? "" : sign}</span>
          <span>
            <EntryWords value={value} nameOf={(id) => wording.member(type, field ?? "", id)} />
          </span>
        </li>
      ))}
      {quiet === 0 ? null : (
        <li data-same>
          <span />
          <span>{quiet === 1 ? "1 stays" : `${quiet} stay`} as they are</span>
        </li>
      )}
    </ul>
  );
}

/** Whether the value is the fields of a created record; a phone is an object too. */
const isRecord = (value: Json): value is JsonObject => isJsonObject(value) && phoneIn({ value }) === null;

function EntryWords({ value, nameOf }: { value: Json; nameOf: (id: string) => string | null }) {
  if (typeof value === "string") {
    const name = nameOf(value);
    return (
      <>
        {name === null ? null : <bdi>{name} </bdi>}
        <code>{value}</code>
      </>
    );
  }
  const phone = phoneIn({ value });
  if (phone === null) return <ReadingValue reading={{ value }} />;
  return (
    <bdi>
      {readingText({ value })}
      {phone.label === null || phone.label === "" ? "" : `, ${phone.label}`}
    </bdi>
  );
}
