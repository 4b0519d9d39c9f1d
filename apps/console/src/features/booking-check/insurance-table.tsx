import { compareNames } from "@dc/directory";
import type { Acceptance, AcceptanceList, BookingCheck } from "@dc/contract";
import { useState } from "react";
import { WrappedName } from "#/ui/display/mid-truncate.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { State } from "#/marks/state.tsx";
import styles from "./booking-check.module.css";

export interface InsuranceTableProps {
  check: BookingCheck;
  planId: string | null;
  planName: (id: string) => string;
  onPlan: (planId: string) => void;
}

const same = ({ base, index, effective }: Acceptance) => base === index && index === effective;
const states: { readonly [state in AcceptanceList]: string } = {
  listed: "",
  empty: "empty",
  absent: "no value",
  "not read": "not read",
};

/** Accepted insurances, base against index: differences first, the rest folded. */
export function InsuranceTable({ check, planId, planName, onPlan }: InsuranceTableProps) {
  const { acceptance } = check;
  const byName = acceptance.plans.toSorted((a, b) => compareNames(planName(a.planId), planName(b.planId)));
  const differing = byName.filter((plan) => !same(plan));
  const rest = byName.filter(same);
  const [all, setAll] = useState(false);
  const few = all || rest.length <= 6;
  const shown = few ? [...differing, ...rest] : [...differing, ...rest.slice(0, differing.length > 0 ? 2 : 4)];
  const more = differing.length + rest.length - shown.length;
  const isOwn = acceptance.heldBy === null || acceptance.heldBy.id === check.schedule.id;
  return (
    <section className={styles["section"]}>
      <SectionHeading
        title="Accepted insurances"
        note={isOwn ? "as they belong to the schedule" : `held by ${acceptance.heldBy?.type} ${acceptance.heldBy?.id}`}
      />
      {acceptance.plans.length === 0 ? (
        <p className="quiet">
          Standard index: {states[acceptance.base] || "listed"}. This directory:{" "}
          {states[acceptance.effective] || "listed"}.
        </p>
      ) : (
        <table className={styles["insurances"]} aria-label="Accepted insurances">
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <Side label="Standard now" state={acceptance.base} />
              <Side label="Service, here" state={acceptance.index} />
              <Side label="Effective" state={acceptance.effective} />
            </tr>
          </thead>
          <tbody>
            {shown.map((plan) => (
              <tr key={plan.planId} data-chosen={plan.planId === planId || undefined}>
                <th scope="row">
                  <button type="button" aria-pressed={plan.planId === planId} onClick={() => onPlan(plan.planId)}>
                    <WrappedName text={planName(plan.planId)} />
                  </button>
                  {plan.override?.state === "held" ? <State state="held" /> : null}
                </th>
                <In value={plan.base} />
                <In value={plan.index} hue={plan.index !== plan.base ? "ours" : undefined} />
                <In
                  value={plan.effective}
                  hue={plan.effective !== plan.index ? "held" : plan.effective !== plan.base ? "ours" : undefined}
                />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 || (all && rest.length > 6) ? (
        <button type="button" className={styles["more"]} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `${more} more, the same on every side`}
        </button>
      ) : null}
    </section>
  );
}

function Side({ label, state }: { label: string; state: AcceptanceList }) {
  return (
    <th scope="col">
      {label}
      {states[state] === "" ? null : <i> {states[state]}</i>}
    </th>
  );
}

function In({ value, hue }: { value: boolean | null; hue?: "ours" | "held" | undefined }) {
  return (
    <td data-hue={hue}>
      <span aria-hidden="true">{value === null ? "?" : value ? "✓" : "–"}</span>
      <span className="unseen">{value === null ? "not read" : value ? "accepted" : "not accepted"}</span>
    </td>
  );
}
