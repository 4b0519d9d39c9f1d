import type { JsonObject } from "@dc/directory";

const PLANS_BY_SCHEDULE = [5, 24, 60];

interface Parts {
  name: { displayName: string; preferredName: string; npi: string };
  phones: { number: string; label: string; extension: string | null }[];
  plans: string[][];
}

/** A record of about 4 KB with 0 to 10 changes: a practitioner with phones and three schedules of 5 to 60 plans. */
export function sampleRecord(changes: number): JsonObject {
  const parts = originalParts();
  for (const edit of EDITS.slice(0, changes)) edit(parts);
  return {
    id: "k3v9t2ma81",
    ...parts.name,
    about: "Sees new and returning patients in person and by video; speaks with families in four languages. ".repeat(8),
    languages: ["en", "fr", "ig", "pt"],
    practiceAreas: ["cardiology", "internal medicine", "sports medicine"],
    phones: parts.phones,
    schedules: parts.plans.map((acceptedInsurances, at) => ({
      id: `sch_${"aBcDeFgH".slice(at)}${at}`,
      name: `${["Elm Street", "Harbour", "University"][at]} Clinic`,
      timeZone: "America/New_York",
      visitReasons: ["new patient", "follow-up", "annual physical", "second opinion"],
      address: { street: `${100 + at} Elm Street`, city: "Albany", state: "NY", postalCode: `1220${at}` },
      acceptedInsurances,
    })),
  };
}

// Spread over scalars, phones and plans, like the edits of a working day.
const EDITS: readonly ((parts: Parts) => void)[] = [
  ({ plans }) => plans[2]?.splice(17, 1),
  ({ phones }) => Object.assign(phones[0] ?? {}, { number: "+1 212 555 0199" }),
  ({ plans }) => plans[1]?.push(planId(9001)),
  ({ name }) => Object.assign(name, { preferredName: "Amy" }),
  ({ plans }) => plans[0]?.splice(2, 1),
  ({ phones }) => Object.assign(phones[1] ?? {}, { extension: "210" }),
  ({ plans }) => plans[2]?.push(planId(9002)),
  ({ name }) => Object.assign(name, { npi: "1457398202" }),
  ({ plans }) => plans[2]?.splice(40, 1),
  ({ phones }) => Object.assign(phones[2] ?? {}, { label: "weekend" }),
];

function originalParts(): Parts {
  return {
    name: { displayName: "Dr. Amélie Okonkwo-Santos", preferredName: "Amélie", npi: "1457398201" },
    phones: ["front desk", "referrals", "after hours"].map((label, at) => ({
      number: `+1 212 555 01${String(at).padStart(2, "0")}`,
      label,
      extension: at === 1 ? "204" : null,
    })),
    plans: PLANS_BY_SCHEDULE.map((count, at) => Array.from({ length: count }, (_, plan) => planId(plan * 7 + at))),
  };
}

function planId(seed: number): string {
  return `ins_${((seed * 2_654_435_761) % 2 ** 32).toString(36).padStart(8, "0")}`;
}
