import type { DraftEvidence, Evidence } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { dayOf } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import styles from "./evidence-form.module.css";

export interface TypedEvidence {
  reason: string;
  source: string;
  verifiedOn: string;
  reviewBy: string;
  /** The first and the last day on which it holds. */
  from: string;
  until: string;
}

export const noEvidence: TypedEvidence = { reason: "", source: "", verifiedOn: "", reviewBy: "", from: "", until: "" };

export const typedFrom = (evidence: DraftEvidence | null): TypedEvidence => ({
  reason: evidence?.reason ?? "",
  source: evidence?.source ?? "",
  verifiedOn: evidence?.verifiedOn ?? "",
  reviewBy: evidence?.reviewBy ?? "",
  from: evidence?.from ?? "",
  until: evidence?.until ?? "",
});

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The typed evidence; null if nothing was typed. */
export function draftFrom(typed: TypedEvidence): DraftEvidence | null {
  const { reason, source, verifiedOn, reviewBy, from, until } = typed;
  if (`${reason}${source}${verifiedOn}${reviewBy}${from}${until}`.trim() === "") return null;
  return {
    reason: reason.trim(),
    source: orNull(source),
    verifiedOn: orNull(verifiedOn),
    reviewBy: orNull(reviewBy),
    from: orNull(from),
    until: orNull(until),
  };
}

/** Null while no reason is given. */
export function evidenceFrom(typed: TypedEvidence): Evidence | null {
  return typed.reason.trim() === "" ? null : draftFrom(typed);
}

/** Errors of the dates, judged in the reader's time zone. */
export function wrongDays(
  { verifiedOn, reviewBy, from, until }: TypedEvidence,
  now: Date,
): { [day in "verifiedOn" | "reviewBy" | "until"]?: string } {
  const today = dayOf(now);
  return {
    ...(verifiedOn > today
      ? { verifiedOn: "This date is in the future. Enter the date of the check: today or earlier." }
      : {}),
    ...(reviewBy !== "" && reviewBy < today
      ? { reviewBy: "This date is in the past. Enter the date of the next review: today or later." }
      : {}),
    ...(until === "" || (until >= today && until >= from)
      ? {}
      : {
          until:
            until < today
              ? "This date is in the past. Enter the last day on which it holds: today or later."
              : "This date is before the first day. Enter the last day on which it holds.",
        }),
  };
}

export interface EvidenceFormProps {
  typed: TypedEvidence;
  error?: string | undefined;
  /** For evidence typed while somebody tells it: the source comes first, and Enter in a field submits the form around it. */
  isOfStatement?: boolean;
  /** What is wrong with who said it. */
  sourceError?: string | undefined;
  /** Focuses the reason at first. */
  isNext?: boolean;
  onType: (typed: TypedEvidence) => void;
  /** Called when a field loses the focus. */
  onLeave?: () => void;
  /** Whether it is saved. */
  note?: string;
}

/** The form for evidence. Only the reason is required. */
export function EvidenceForm(props: EvidenceFormProps) {
  const { typed, error, sourceError, isOfStatement = false, isNext = false, onType, onLeave, note } = props;
  const now = new Date(useNow());
  const wrong = wrongDays(typed, now);
  const field = (part: keyof TypedEvidence) => ({
    name: part,
    value: typed[part],
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [part]: target.value }),
  });
  const short = { small: isOfStatement, optional: !isOfStatement };
  const reason = { label: "Reason", dir: "auto", maxLength: maxLength.reason, ...field("reason") } as const;
  const source = { dir: "auto", maxLength: maxLength.source, ...short, ...field("source") } as const;
  return (
    <div className={styles["evidence"]} onBlur={onLeave}>
      {isOfStatement ? (
        <>
          <TextField
            label="Said by"
            placeholder="Name and how, such as a call or a fax"
            error={sourceError}
            {...source}
          />
          <TextField small {...reason} />
        </>
      ) : (
        <>
          <TextAreaField
            rows={3}
            required
            autoFocus={isNext}
            {...reason}
            {...(error === undefined ? { help: "In a few words: who confirmed it, and why." } : { error })}
          />
          <TextField label="Source" help="A call, a fax, a link." {...source} />
        </>
      )}
      <div className={styles["days"]}>
        <TextField
          label="Verified on"
          type="date"
          max={dayOf(now)}
          error={wrong.verifiedOn}
          {...short}
          {...field("verifiedOn")}
        />
        <TextField
          label="Review by"
          type="date"
          min={dayOf(now)}
          error={wrong.reviewBy}
          {...short}
          {...field("reviewBy")}
        />
        <TextField
          label="From"
          type="date"
          {...(isOfStatement ? {} : { help: "Not applied before this day." })}
          {...short}
          {...field("from")}
        />
        <TextField
          label="Until"
          type="date"
          min={typed.from > dayOf(now) ? typed.from : dayOf(now)}
          error={wrong.until}
          {...(isOfStatement ? {} : { help: "The last day. Its end is proposed then." })}
          {...short}
          {...field("until")}
        />
      </div>
      {note === undefined ? null : <small role="status">{note}</small>}
    </div>
  );
}
