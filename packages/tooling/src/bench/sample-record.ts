import type { JsonObject } from "@dc/directory";

const PLANS_BY_SCHEDULE = [5, 24, 60];

/** A record of about 4 KB: a practitioner with phones and three schedules of 5 to 60 plans; the same for every run. */
export function sampleRecord(): JsonObject {
  return {
    id: "k3v9t2ma81",
    displayName: "Dr. Amélie Okonkwo-Santos",
    preferredName: "Amélie",
    npi: "1457398201",
    languages: ["en", "fr", "ig", "pt"],
    practiceAreas: ["cardiology", "internal medicine", "sports medicine"],
    phones: ["front desk", "referrals", "after hours"].map((label, at) => ({
      number: `+1 212 555 01${String(at).padStart(2, "0")}`,
      label,
      extension: at === 1 ? "204" : null,
    })),
    schedules: PLANS_BY_SCHEDULE.map((plans, at) => ({
      id: `sch_${"aBcDeFgH".slice(at)}${at}`,
      name: `${["Elm Street", "Harbour", "University"][at]} Clinic`,
      timeZone: "America/New_York",
      visitReasons: ["new patient", "follow-up", "annual physical", "second opinion"],
      address: { street: `${100 + at} Elm Street`, city: "Albany", state: "NY", postalCode: `1220${at}` },
      acceptedInsurances: Array.from({ length: plans }, (_, plan) => planId(plan * 7 + at)),
    })),
  };
}

/** A copy of the sample record with so many changes, spread over scalars, phones and plans. */
export function changedRecord(changes: number): JsonObject {
  const edits: ((record: ReturnType<typeof editable>) => void)[] = [
    (record) => record.plans[2]?.splice(17, 1),
    (record) => Object.assign(record.phones[0] ?? {}, { number: "+1 212 555 0199" }),
    (record) => record.plans[1]?.push(planId(9001)),
    (record) => Object.assign(record.root, { preferredName: "Amy" }),
    (record) => record.plans[0]?.splice(2, 1),
    (record) => Object.assign(record.phones[1] ?? {}, { extension: "210" }),
    (record) => record.plans[2]?.push(planId(9002)),
    (record) => Object.assign(record.root, { npi: "1457398202" }),
    (record) => record.plans[2]?.splice(40, 1),
    (record) => Object.assign(record.phones[2] ?? {}, { label: "weekend" }),
  ];
  const record = editable();
  for (const edit of edits.slice(0, changes)) edit(record);
  return record.root;
}

function editable(): { root: JsonObject; phones: JsonObject[]; plans: string[][] } {
  const root = structuredClone(sampleRecord());
  const phones = objects(root["phones"]);
  const plans = objects(root["schedules"]).map((schedule) => texts(schedule["acceptedInsurances"]));
  return { root, phones, plans };
}

function objects(value: unknown): JsonObject[] {
  if (!Array.isArray(value)) throw new Error("The sample has a list here.");
  const list: JsonObject[] = value;
  return list;
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) throw new Error("The sample has a list here.");
  const list: string[] = value;
  return list;
}

function planId(seed: number): string {
  return `ins_${((seed * 2_654_435_761) % 2 ** 32).toString(36).padStart(8, "0")}`;
}
