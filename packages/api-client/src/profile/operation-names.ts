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

/** The operations on index versions themselves, rather than on a record in one of them. */
export const indexVersionOperations: ReadonlySet<string> = new Set<FixedOperation>([
  "createIndexVersion",
  "readIndexVersion",
  "listIndexVersions",
  "deleteIndexVersion",
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
  return `${verb}${capitalised(type)}${recordVerbs[verb].plural}`;
}

/** The operation's name for a look-up of a record type by one of its meanings: `findPractitionersByNpi`. */
export function lookUpOperation(type: string, meaning: string): string {
  return `find${capitalised(type)}sBy${capitalised(meaning)}`;
}

/** The variable of a list that holds the id of a record of this type; null where lists have none. */
export function listVariable(type: string | null): string | null {
  return recordVerbs.list.variables.find((name) => name === `${type ?? ""}Id`) ?? null;
}

/** The variable that holds the value by which records are found. */
export const lookUpVariable = "value";

/** Record types, each with the meanings by which its records can be found. */
type RecordTypes = Readonly<Record<string, { readonly findBy?: Readonly<Record<string, unknown>> | undefined }>>;

/** Every operation that a profile with these record types can have, with its variables. */
export function operationVariables(types: RecordTypes): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>(Object.entries(fixedOperations));
  for (const [type, { findBy }] of Object.entries(types)) {
    for (const verb of ["read", "list", "create", "update", "delete"] as const) {
      known.set(recordOperation(verb, type), recordVerbs[verb].variables);
    }
    for (const meaning of Object.keys(findBy ?? {})) known.set(lookUpOperation(type, meaning), [lookUpVariable]);
  }
  return known;
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** True for the name of a look-up; `findPatients` has no such name. */
export function isLookUp(operation: string): boolean {
  return /^find[A-Z]\w*sBy[A-Z]/.test(operation);
}
