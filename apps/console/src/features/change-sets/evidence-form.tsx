import type { DraftEvidence, Evidence } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { dayOf } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import styles from "./change-sets.module.css";

export interface TypedEvidence {
  reason: string;
  source: string;
  verifiedOn: string;
  reviewBy: string;
}

export const typedFrom = (evidence: DraftEvidence | null): TypedEvidence => ({
  reason: evidence?.reason ?? "",
  source: evidence?.source ?? "",
  verifiedOn: evidence?.verifiedOn ?? "",
  reviewBy: evidence?.reviewBy ?? "",
});

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The typed evidence; null if nothing was typed. */
export function draftFrom(typed: TypedEvidence): DraftEvidence | null {
  const { reason, source, verifiedOn, reviewBy } = typed;
  if (`${reason}${source}${verifiedOn}${reviewBy}`.trim() === "") return null;
  return {
    reason: reason.trim(),
    source: orNull(source),
    verifiedOn: orNull(verifiedOn),
    reviewBy: orNull(reviewBy),
  };
}

/** Null while no reason is given. */
export function evidenceFrom(typed: TypedEvidence): Evidence | null {
  return typed.reason.trim() === "" ? null : draftFrom(typed);
}

/** Errors of the dates, judged in the reader's time zone. */
export function wrongDays(
  { verifiedOn, reviewBy }: TypedEvidence,
  now: Date,
): { verifiedOn?: string; reviewBy?: string } {
  const today = dayOf(now);
  return {
    ...(verifiedOn > today
      ? { verifiedOn: "This date is in the future. Enter the date of the check: today or earlier." }
      : {}),
    ...(reviewBy !== "" && reviewBy < today
      ? { reviewBy: "This date is in the past. Enter the date of the next review: today or later." }
      : {}),
  };
}

export interface EvidenceFormProps {
  typed: TypedEvidence;
  error: string | undefined;
  /** Focuses the reason at first. */
  isNext?: boolean;
  onType: (typed: TypedEvidence) => void;
  /** Called when a field loses the focus. */
  onLeave?: () => void;
  /** Whether it is saved. */
  note?: string;
}

/** The form for evidence. Only the reason is required. */
export function EvidenceForm({ typed, error, isNext = false, onType, onLeave, note }: EvidenceFormProps) {
  const now = new Date(useNow());
  const wrong = wrongDays(typed, now);
  const type = (part: Partial<TypedEvidence>) => onType({ ...typed, ...part });
  return (
    <div className={styles["form"]} onBlur={onLeave}>
      <TextAreaField
        label="Reason"
        name="reason"
        rows={3}
        dir="auto"
        required
        autoFocus={isNext}
        maxLength={maxLength.reason}
        value={typed.reason}
        onChange={(event) => type({ reason: event.target.value })}
        {...(error === undefined ? { help: "In a few words: who confirmed it, and why." } : { error })}
      />
      <TextField
        label="Source"
        name="source"
        optional
        dir="auto"
        maxLength={maxLength.source}
        value={typed.source}
        onChange={(event) => type({ source: event.target.value })}
        help="A call, a fax, a link."
      />
      <div className={styles["days"]}>
        <TextField
          label="Verified on"
          name="verifiedOn"
          optional
          type="date"
          max={dayOf(now)}
          value={typed.verifiedOn}
          error={wrong.verifiedOn}
          onChange={(event) => type({ verifiedOn: event.target.value })}
        />
        <TextField
          label="Review by"
          name="reviewBy"
          optional
          type="date"
          min={dayOf(now)}
          value={typed.reviewBy}
          error={wrong.reviewBy}
          onChange={(event) => type({ reviewBy: event.target.value })}
        />
      </div>
      {note === undefined ? null : <small role="status">{note}</small>}
    </div>
  );
}
