import type { Capability } from "@dc/contract";

type Known = Pick<Capability, "operation" | "capability" | "group">;

/** What the console does with an operation of this capability, or without it, in one or two sentences. */
export function describeCapability({ operation, capability, group }: Known): string {
  if (capability === "not there") return without(operation, group);
  if (capability === "stub" && operation === "deleteIndexVersion")
    return "Deletions of directories are held, with a runbook for making them elsewhere. Once the profile has it, a held deletion can be sent.";
  if (capability === "stub")
    return "Changes that need it are held: they are kept and served by the gateway, and a runbook lists the steps for making them elsewhere. Once the profile has it, held changes can be sent.";
  const trust =
    capability === "proven"
      ? ""
      : capability === "documented"
        ? " It is used as the interface documents it. A probe can prove it."
        : " It comes from the profile, not from the documented interface. Probe it before you rely on it.";
  return `${usedFor[operation] ?? used[group]}${trust}`;
}

const usedFor: { readonly [operation: string]: string } = {
  deleteIndexVersion:
    "Used to delete a directory from its settings, after its name was typed. The request is sent once. The contract suite cleans up with it.",
  readIndexVersion: "Used to name an index version that is adopted by its id.",
  listIndexVersions:
    "Used to offer index versions that were made elsewhere, and to settle a creation whose reply was lost.",
};

const used: { readonly [group in Capability["group"]]: string } = {
  reads: "Used to read records in the standard index and in each directory.",
  "index versions": "Used to create a directory. The request is sent once and never repeated blindly.",
  bookings: "Used by the booking check. Patients' data is never stored.",
  writes: "Used to send approved changes. Each is sent once and read back for a receipt.",
};

const missing: { readonly [operation: string]: string } = {
  createIndexVersion: "Index versions are created elsewhere and adopted here by their id.",
  readIndexVersion: "An index version that is adopted by its id has the name that you give it here.",
  listIndexVersions:
    "Index versions that were made elsewhere are adopted by their id, and a person settles a creation whose reply was lost.",
  findPatients: "The booking check cannot find patients.",
  createPatient: "The booking check cannot create patients.",
  listOpenSlots: "The booking check cannot show open slots, so nothing can be booked.",
  createAppointment: "The booking check cannot book.",
  listPractitioners: "The console keeps a roster of known practitioners, which may not be complete.",
  listSchedules: "The console keeps a roster of known schedules. A practitioner may have others.",
};

function without(operation: string, group: Capability["group"]): string {
  const explanation = missing[operation];
  if (explanation !== undefined) return explanation;
  if (group === "reads" && operation.startsWith("list"))
    return "The console knows the records that other records refer to or that were imported. There may be others.";
  return group === "reads" ? "Such records are shown by their id only." : "The console does not need it.";
}
