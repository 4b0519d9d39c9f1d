import type { Facts } from "./facts.ts";
import type { Base } from "#/store/base.ts";

/** The two lists that the interface does not offer, as files a person would be handed. */
export interface Samples {
  readonly roster: string;
  readonly plans: string;
  /** A roster as the sample one, of so many practitioners. */
  rosterOf(practitioners: number): string;
}

const sampledPractitioners = 40;

export function createSamples(facts: Facts, base: Base): Samples {
  const rosterOf = (practitioners: number): string => {
    const ordinals = Array.from({ length: Math.min(practitioners, facts.practitioners) }, (_, ordinal) => ordinal);
    const schedules = ordinals.flatMap((practitioner) => facts.schedulesOf(practitioner));
    return lines([["schedule"], ...schedules.map((ordinal) => [base.idOf("schedule", ordinal)])]);
  };
  const plans = Array.from({ length: facts.plans }, (_, ordinal) => facts.plan(ordinal)).filter(
    (plan) => plan !== undefined,
  );
  return {
    roster: rosterOf(sampledPractitioners),
    rosterOf,
    plans: lines([
      ["id", "payer", "plan", "kind"],
      ...plans.map(({ ordinal, payer, plan, kind }) => [base.idOf("plan", ordinal), payer, plan, kind]),
    ]),
  };
}

function lines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}

function cell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
