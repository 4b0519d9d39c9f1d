import type { Acceptance, BookingCheck, Change } from "@dc/contract";

/** Whether a plan would be accepted, and why. */
export interface AcceptanceAnswer {
  face: "accepted" | "not accepted" | "depends" | "not known";
  headline: string;
  /**
   * Whether a client that reads the service directly sees it as accepted, and one that reads the gateway; null if
   * unknown.
   */
  service: boolean | null;
  gateway: boolean | null;
  base: boolean | null;
  why: string[];
  change: Change | null;
}

const nowhere = (planId: string, { acceptance }: BookingCheck): Acceptance => ({
  planId,
  base: acceptance.base === "not read" ? null : false,
  index: acceptance.index === "not read" ? null : false,
  effective: acceptance.effective === "not read" ? null : false,
  override: null,
});

const gaps = {
  listed: null,
  empty: "The list of accepted insurances is empty here.",
  absent: "The service’s answer has no list of accepted insurances here.",
  "not read": null,
};

/** Whether this plan would be accepted here, and why. */
export function acceptanceOfPlan(check: BookingCheck, planId: string): AcceptanceAnswer {
  const plan = check.acceptance.plans.find((listed) => listed.planId === planId) ?? nowhere(planId, check);
  const { base, index, effective, override } = plan;
  const change = check.changes.find(({ id }) => id === override?.changeId) ?? null;
  const seen = { service: index, gateway: effective, base, change };
  if (effective === null || index === null)
    return {
      ...seen,
      face: "not known",
      headline: "Not known",
      why: ["The schedule has not been read here."],
    };
  if (effective !== index)
    return {
      ...seen,
      face: "depends",
      headline: effective ? "Accepted through the gateway only" : "Accepted by the service only",
      why: differing(effective, override?.state ?? null),
    };
  const why = [
    effective
      ? "It is on this schedule’s list in this directory."
      : (gaps[check.acceptance.index] ?? "It is not on this schedule’s list in this directory."),
  ];
  if (base === null) why.push("The standard index was not read.");
  else if (base === effective)
    why.push(effective ? "The standard index lists it too." : "The standard index does not list it either.");
  else
    why.push(
      override === null
        ? `The standard index ${base ? "lists it" : "does not list it"}.`
        : `The standard index ${base ? "lists it" : "does not list it"}; an override of this directory ${effective ? "adds" : "removes"} it.`,
    );
  return {
    ...seen,
    face: effective ? "accepted" : "not accepted",
    headline: effective ? "Accepted" : "Not accepted",
    why,
  };
}

function differing(effective: boolean, state: string | null): string[] {
  const does = effective ? "adds it" : "removes it";
  const first =
    state === null
      ? `This directory and the service differ here, and no override explains it.`
      : state === "held"
        ? `An override ${does}, and it is held: the service does not have it yet.`
        : `An override ${does}, but the service does not show it (${state}).`;
  return [
    first,
    effective
      ? "A booking client that reads the service directly would not see it; one that reads the gateway would."
      : "A booking client that reads the service directly would still see it; one that reads the gateway would not.",
  ];
}
