import type { LookUp, ServiceProfile } from "@dc/api-client";
import { fieldNoun } from "./records/field-wording.ts";
import type { Service } from "./service.ts";

export interface ServiceCapability {
  operation: string;
  title: string;
  group: "reads" | "index versions" | "bookings" | "writes";
  capability: "documented" | "configured" | "stub" | "not there";
  method: string | null;
  path: string | null;
  note: string | null;
}

const bookings = ["findPatients", "createPatient", "listOpenSlots", "createAppointment"];
const groups = ["reads", "index versions", "bookings", "writes"] as const;
const titles: { readonly [operation: string]: string } = {
  listOpenSlots: "List open slots",
  findPatients: "Find a patient",
  createPatient: "Create a patient",
  createAppointment: "Book an appointment",
  createIndexVersion: "Create an index version",
  readIndexVersion: "Read an index version",
  listIndexVersions: "List index versions",
  deleteIndexVersion: "Delete an index version",
};

/**
 * What the service can do, operation by operation: reads, index versions, bookings, writes; in each group the missing
 * ones come last.
 */
export function capabilitiesOf({ client }: Service): ServiceCapability[] {
  const lookUps = new Map(client.profile.lookUps().map((lookUp) => [lookUp.operation, lookUp]));
  return client
    .capabilities()
    .map(({ operation, state, method, path, note }): ServiceCapability => {
      const lookUp = lookUps.get(operation);
      const group = groupOf(operation);
      // Only changes can be held until they can be sent; an operation that reads is simply missing.
      const isHeld = group === "writes" || operation === "deleteIndexVersion";
      const capability = state === "stub" && !isHeld ? "not there" : state;
      const title = lookUp === undefined ? titleOf(operation) : lookUpTitle(client.profile, lookUp);
      return { operation, title, group, capability, method, path, note };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

function groupOf(operation: string): ServiceCapability["group"] {
  if (bookings.includes(operation)) return "bookings";
  if (/IndexVersions?$/.test(operation)) return "index versions";
  return /^(?:read|list|find)/.test(operation) ? "reads" : "writes";
}

const verbs = ["read", "list", "find", "update", "create", "delete"];

function rank({ group, capability, operation }: ServiceCapability): number {
  const verb = verbs.findIndex((word) => operation.startsWith(word));
  const within = group === "bookings" ? bookings.indexOf(operation) : verb;
  return groups.indexOf(group) * 1_000 + (capability === "not there" ? 100 : 0) + within * 10;
}

/** The operation that a change of this kind needs. */
export function writeOperation(verb: "create" | "update" | "delete", type: string): string {
  return `${verb}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

/** "Find practitioners by npi", "Search schedules by name", "List schedules by practitioner". */
function lookUpTitle(profile: ServiceProfile, { type, meaning, match, refersTo }: LookUp): string {
  const verb = refersTo !== null ? "List" : match === "exact" ? "Find" : "Search";
  return `${verb} ${inWords(type)}s by ${fieldNoun(profile, type, meaning)}`;
}

/** "updateSchedule" as "Update a schedule", "listSchedules" as "List schedules". */
function titleOf(operation: string): string {
  const title = titles[operation];
  if (title !== undefined) return title;
  const [verb = "", ...noun] = inWords(operation).split(" ");
  const article = verb === "list" ? [] : [/^[aeiou]/.test(noun[0] ?? "") ? "an" : "a"];
  const words = [verb, ...article, ...noun].join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
