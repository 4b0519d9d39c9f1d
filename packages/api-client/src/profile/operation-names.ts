/** Operations that are not about a record type, with the variables that their templates may use. */
const fixedOperations = {
  listOpenSlots: ["scheduleId", "from", "to", "timeZone"],
  findPatients: ["dateOfBirth", "name"],
  createPatient: ["firstName", "lastName", "dateOfBirth", "insuranceId"],
  createAppointment: ["scheduleId", "patientId", "startAt", "duration"],
  createIndexVersion: ["name"],
  readIndexVersion: ["id"],
  listIndexVersions: [],
  deleteIndexVersion: ["id"],
} as const;

/** An operation that is not about a record type. */
export type FixedOperation = keyof typeof fixedOperations;

/** The operations whose requests name a patient: never shown in full, whatever a profile says. */
export const patientOperations: ReadonlySet<string> = new Set<FixedOperation>([
  "findPatients",
  "createPatient",
  "createAppointment",
]);

const recordVerbs = {
  read: { variables: ["id"], plural: "" },
  list: { variables: ["practitionerId", "scheduleId"], plural: "s" },
  create: { variables: ["record"], plural: "" },
  update: { variables: ["id", "changes", "record"], plural: "" },
  delete: { variables: ["id"], plural: "" },
} as const;

/** What one can do with a record type. */
export type RecordVerb = keyof typeof recordVerbs;

/** The operation's name for a verb and a record type: `updateSchedule`, `listSchedules`. */
export function recordOperation(verb: RecordVerb, type: string): string {
  return `${verb}${type.charAt(0).toUpperCase()}${type.slice(1)}${recordVerbs[verb].plural}`;
}

/** Every operation that a profile with these record types can have, with its variables. */
export function operationVariables(types: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>(Object.entries(fixedOperations));
  for (const type of types) {
    for (const verb of ["read", "list", "create", "update", "delete"] as const) {
      known.set(recordOperation(verb, type), recordVerbs[verb].variables);
    }
  }
  return known;
}
