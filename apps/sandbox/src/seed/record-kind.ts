/** The kinds of records of the generated data, in the order of a profile. */
export const recordKinds = ["practitioner", "schedule", "place", "plan"] as const;
export type RecordKind = (typeof recordKinds)[number];
