import type { Capability } from "@dc/contract";

type Known = Pick<Capability, "operation" | "capability" | "group">;

/** What the console does with an operation as it stands, in one sentence. */
export function whatItDoes({ operation, capability, group }: Known): string {
  if (capability === "not there") return missing(operation, group);
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

function missing(operation: string, group: Capability["group"]): string {
  if (group === "bookings") return "The booking check leaves this step out.";
  if (operation.startsWith("list"))
    return "The console keeps its own roster of what is known, and never claims that it is complete.";
  if (operation === "createIndexVersion")
    return "Index versions are made elsewhere and adopted here by their ids. Write it into the profile to create them from here.";
  return "The console does without.";
}
