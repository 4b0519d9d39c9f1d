import type { Capability } from "@dc/contract";

type Known = Pick<Capability, "operation" | "capability" | "group">;

/** What the console does with an operation as it stands, or without it, in a sentence or two. */
export function describeCapability({ operation, capability, group }: Known): string {
  if (operation === "deleteIndexVersion")
    return `The console does not delete index versions. ${
      capability === "not there"
        ? "Once it is written into the profile, the contract suite cleans up with it after its probes that write."
        : "The contract suite cleans up with it after its probes that write."
    }`;
  if (capability === "not there") return without(operation, group);
  if (capability === "stub")
    return "Changes that need it are held: kept, laid over reads and served by the gateway, with a runbook to make them elsewhere. Write it into the profile, and the same held changes can be sent.";
  const trust =
    capability === "proven"
      ? ""
      : capability === "documented"
        ? " It is used as the interface says; a probe would prove it."
        : " Its spelling is the profile's, not the interface's: probe it before you rely on it.";
  return `${used[group]}${trust}`;
}

const used: { readonly [group in Capability["group"]]: string } = {
  reads: "The console reads by it, in the standard index and in each directory.",
  "index versions": "A new directory is made by one request, which is never repeated blindly.",
  bookings: "The booking check asks by it. Patients' data is kept nowhere.",
  writes: "Approved changes are sent by it, each once, and read back for a receipt.",
};

const missing: { readonly [operation: string]: string } = {
  createIndexVersion: "An index version is made elsewhere, and adopted here by its id.",
  findPatients: "The booking check does not look for patients.",
  createPatient: "The booking check creates no patients.",
  listOpenSlots: "The booking check shows no open slots, so there is nothing to book.",
  createAppointment: "The booking check ends before the booking.",
  listPractitioners:
    "The console keeps a roster of the practitioners that are known, and never claims that it is complete.",
  listSchedules:
    "The console keeps a roster of the schedules that are known, and never claims that a practitioner has no others.",
};

function without(operation: string, group: Capability["group"]): string {
  const told = missing[operation];
  if (told !== undefined) return told;
  if (group === "reads" && operation.startsWith("list"))
    return "The console knows those that other records name or that somebody imported, and never claims that these are all.";
  return group === "reads" ? "Such a record is shown by its id alone." : "The console does without.";
}
