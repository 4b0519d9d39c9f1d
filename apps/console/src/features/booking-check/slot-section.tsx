import type { BookingCheck, OpenSlot } from "@dc/contract";
import { Button } from "#/ui/form/button.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import { Note } from "#/marks/note.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./booking-check.module.css";
import { durationOf, keyOfSlot, slotsByDay } from "./slots-by-day.ts";

const lengths = [
  { value: "1", label: "1 day" },
  { value: "3", label: "3 days" },
  { value: "7", label: "7 days" },
  { value: "14", label: "14 days" },
  { value: "31", label: "31 days" },
] as const;

export interface SlotSectionProps {
  check: BookingCheck;
  chosen: OpenSlot | null;
  /** Left out in live mode, where nothing is booked from here. */
  onSlot: ((slot: OpenSlot) => void) | undefined;
  onRange: (range: { from: string; days: number }) => void;
  busy: boolean;
  /** Whether a banner says already why slots could not be read. */
  isTold: (code: string | null) => boolean;
  onReadNow: () => void;
}

/** Says if the service listed slots outside the range, or if it cannot be asked for a range at all. */
function rangeText({ range, slots: { base, here } }: BookingCheck): string | null {
  const read = [base, here].filter((side) => side.state === "read");
  if (read.length === 0) return null;
  if (!range.asked)
    return "The profile can’t request a range of days. The service lists all its open slots, and only those on these days are shown.";
  return read.some(({ outsideRange }) => outsideRange > 0)
    ? "The service listed slots outside these days, too. They are not shown."
    : null;
}

/** The open slots, base against index, by the days of the schedule's own time zone. */
export function SlotSection({ check, chosen, onSlot, onRange, busy, isTold, onReadNow }: SlotSectionProps) {
  const { range, slots } = check;
  const { base, here } = slots;
  const days = slotsByDay(slots, range.timeZone);
  const all = days.flatMap((day) => day.slots);
  const count = (sides: string) => all.filter((slot) => slot.sides === sides).length;
  const isRead = base.state === "read" && here.state === "read";
  const failed = [
    ["The standard index", base],
    ["This directory", here],
  ] as const;
  const isSameFailure = base.state === "not read" && here.state === "not read" && base.detail === here.detail;
  const rangeNote = rangeText(check);
  return (
    <section className={styles["section"]}>
      <SectionHeading
        title="Open slots"
        note={
          range.timeZoneKnown
            ? `times in ${range.timeZone}, the schedule’s own time zone`
            : "times in UTC: the schedule’s time zone is not known"
        }
      />
      <div className={styles["range"]}>
        <TextField
          label="From"
          type="date"
          value={range.from}
          onChange={({ target: { value } }) => value !== "" && onRange({ from: value, days: range.days })}
        />
        <SelectField
          label="For"
          value={String(range.days)}
          options={
            lengths.some(({ value }) => value === String(range.days))
              ? lengths
              : [...lengths, { value: String(range.days), label: `${range.days} days` }]
          }
          onChange={(value) => onRange({ from: range.from, days: Number(value) })}
        />
        <Button loading={busy} onClick={onReadNow}>
          Read now
        </Button>
        {isRead && all.length > 0 ? (
          <p className={styles["tally"]} role="status">
            <b>{count("both")}</b> on both sides{count("base") > 0 ? `, ${count("base")} in standard only` : ""}
            {count("here") > 0 ? `, ${count("here")} here only` : ""}
          </p>
        ) : null}
      </div>
      {isSameFailure && base.state === "not read" ? (
        isTold(base.code) ? (
          <p className="quiet">Slots could not be loaded.</p>
        ) : (
          <Note kind={base.code === null ? "plain" : "failed"}>Slots could not be loaded. {base.detail}</Note>
        )
      ) : (
        failed.map(([who, side]) =>
          side.state === "read" ? null : (
            <Note
              key={who}
              kind={side.code === null ? "plain" : "failed"}
              {...(side.code === null
                ? {}
                : {
                    actions: (
                      <Button size="xs" onClick={onReadNow}>
                        Try again
                      </Button>
                    ),
                  })}
            >
              {who}: slots could not be loaded. {isTold(side.code) ? null : side.detail}
            </Note>
          ),
        )
      )}
      {rangeNote === null ? null : <Note kind="plain">{rangeNote}</Note>}
      {all.length === 0 && (base.state === "read" || here.state === "read") ? (
        <p className="quiet">No open slots on these days.</p>
      ) : null}
      <div className={styles["days"]}>
        {days.map(({ day, label, slots: ofDay }) => (
          <div key={day} className={styles["day"]} role="group" aria-label={label}>
            <h3>{label}</h3>
            <ul>
              {ofDay.map(({ slot, key, time, sides }) => {
                const words = `${time}, ${durationOf(slot)}${sides === "both" ? "" : sides === "here" ? ", here only" : ", in standard only"}`;
                const inside = (
                  <>
                    {sides === "both" ? null : <span aria-hidden="true">{sides === "here" ? ">" : "<"}</span>}
                    <b>{time}</b> <span>{durationOf(slot)}</span>
                  </>
                );
                return (
                  <li key={key} data-sides={sides}>
                    {onSlot === undefined || sides === "base" ? (
                      <span className={styles["slot"]}>
                        {inside}
                        {sides === "both" ? null : <span className="unseen">{words}</span>}
                      </span>
                    ) : (
                      <button
                        type="button"
                        className={styles["slot"]}
                        aria-label={words}
                        aria-pressed={chosen !== null && keyOfSlot(chosen) === key}
                        onClick={() => onSlot(slot)}
                      >
                        {inside}
                      </button>
                    )}
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
