import type { Facts, IdOf } from "./facts.ts";

/** The two lists that the interface does not offer, as CSV files for the person who needs them. */
export interface Samples {
  readonly roster: string;
  readonly plans: string;
  /** A roster like the sample one, of the first practitioners up to this number. */
  rosterOf(practitioners: number): string;
}

const samplePractitioners = 40;

export function createSamples(facts: Facts, idOf: IdOf): Samples {
  const rosterOf = (practitioners: number): string => {
    const ordinals = Array.from({ length: Math.min(practitioners, facts.practitioners) }, (_, ordinal) => ordinal);
    const schedules = ordinals.flatMap((practitioner) => facts.schedulesOf(practitioner));
    return csv([["schedule"], ...schedules.map((ordinal) => [idOf("schedule", ordinal)])]);
  };
  const plans = Array.from({ length: facts.plans }, (_, ordinal) => facts.plan(ordinal)).filter(
    (plan) => plan !== undefined,
  );
  return {
    roster: rosterOf(samplePractitioners),
    rosterOf,
    plans: csv([
      ["id", "payer", "plan", "kind"],
      ...plans.map(({ ordinal, payer, plan, kind }) => [idOf("plan", ordinal), payer, plan, kind]),
    ]),
  };
}

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("");
}

function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
