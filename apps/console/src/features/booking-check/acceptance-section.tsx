import type { BookingCheck } from "@dc/contract";
import { useState } from "react";
import { PlanPicker } from "#/plan-choice/plan-picker.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Note, type NoteKind } from "#/marks/note.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { type AcceptanceAnswer, acceptanceOfPlan } from "./acceptance-text.ts";
import styles from "./booking-check.module.css";

const faces: { readonly [face in AcceptanceAnswer["face"]]: NoteKind } = {
  accepted: "ok",
  "not accepted": "refused",
  depends: "held",
  "not known": "unknown",
};

export interface AcceptanceSectionProps {
  check: BookingCheck;
  planId: string | null;
  /** True when it is the plan of the patient who was found or created. */
  ofPatient: boolean;
  planName: (id: string) => string;
  onPlan: (planId: string | null) => void;
}

/** Shows whether this plan would be accepted here, and why. */
export function AcceptanceSection({ check, planId, ofPatient, planName, onPlan }: AcceptanceSectionProps) {
  const [choosing, setChoosing] = useState(false);
  const answer = planId === null ? null : acceptanceOfPlan(check, planId);
  const picking = choosing || planId === null;
  return (
    <section className={styles["section"]}>
      <SectionHeading
        title="Would this plan be accepted here?"
        note={ofPatient ? "the patient’s plan" : undefined}
        action={
          <Button size="sm" variant="subtle" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
            {choosing ? "Close" : planId === null ? "Choose a plan" : "Choose another plan"}
          </Button>
        }
      />
      {choosing ? (
        <PlanPicker
          label="Plan to check"
          help="By payer, plan name or id. Nothing is changed."
          optionOf={({ id }) => {
            const on = check.acceptance.plans.find((plan) => plan.planId === id)?.effective === true;
            return { verb: "Check", on, note: on ? "accepted" : undefined };
          }}
          onChoose={({ id }) => {
            onPlan(id);
            setChoosing(false);
          }}
          onLeave={() => setChoosing(false)}
        />
      ) : null}
      {planId === null || answer === null ? (
        picking && !choosing ? (
          <p className="quiet">Choose a plan of the catalogue, or any by its id.</p>
        ) : null
      ) : (
        <div className={styles["answer"]}>
          <Note kind={faces[answer.face]} live>
            <b>{answer.headline}:</b> <bdi>{planName(planId)}</bdi>. {answer.why.join(" ")}
            {answer.change === null ? null : (
              <span className={styles["because"]}>
                {" "}
                Override by <bdi>{answer.change.createdBy.name}</bdi>, <Age at={answer.change.createdAt} after="ago" />
                {answer.change.evidence === null ? "." : `: ${answer.change.evidence.reason}`}
              </span>
            )}
          </Note>
          <dl className={styles["seen"]}>
            <Seen label="Standard index" value={answer.base} />
            <Seen label="A client reading the service, here" value={answer.service} />
            <Seen label="A client reading the gateway, here" value={answer.gateway} />
          </dl>
        </div>
      )}
    </section>
  );
}

function Seen({ label, value }: { label: string; value: boolean | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === null ? "not read" : value ? "✓ accepted" : "– not accepted"}</dd>
    </div>
  );
}
