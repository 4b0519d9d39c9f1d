import type { Evidence } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { dayOf } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { TextField } from "#/ui/form/field.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./statements.module.css";

export interface TypedEvidence {
  reason: string;
  source: string;
  verifiedOn: string;
  reviewBy: string;
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The evidence; null while no reason is given. */
export function evidenceFrom({ reason, source, verifiedOn, reviewBy }: TypedEvidence): Evidence | null {
  if (reason.trim() === "") return null;
  return {
    reason: reason.trim(),
    source: orNull(source),
    verifiedOn: orNull(verifiedOn),
    reviewBy: orNull(reviewBy),
  };
}

/** Who said it, and how: evidence for every change of the statement. */
export function EvidenceFields({ typed, onType }: { typed: TypedEvidence; onType: (typed: TypedEvidence) => void }) {
  const today = dayOf(new Date(useNow()));
  return (
    <section className={styles["evidence"]} aria-labelledby="statement-evidence">
      <SectionHeading id="statement-evidence" title="Evidence" note="for all of it" />
      <TextField
        label="Said by"
        small
        dir="auto"
        placeholder="Name and how, such as a call or a fax"
        maxLength={maxLength.source}
        value={typed.source}
        onChange={(event) => onType({ ...typed, source: event.target.value })}
      />
      <TextField
        label="Reason"
        small
        dir="auto"
        maxLength={maxLength.reason}
        value={typed.reason}
        onChange={(event) => onType({ ...typed, reason: event.target.value })}
      />
      <div className={styles["days"]}>
        <TextField
          label="Verified on"
          small
          type="date"
          max={today}
          value={typed.verifiedOn}
          onChange={(event) => onType({ ...typed, verifiedOn: event.target.value })}
        />
        <TextField
          label="Review by"
          small
          type="date"
          min={today}
          value={typed.reviewBy}
          onChange={(event) => onType({ ...typed, reviewBy: event.target.value })}
        />
      </div>
    </section>
  );
}
