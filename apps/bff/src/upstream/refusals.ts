import { createWireFormat, type ServiceProfile } from "@dc/api-client";

/** Our refusals where the profile does not describe those of the service. */
export const defaultRefusals = {
  missing: { status: 404, code: "not_found" },
  "unknown-index": { status: 404, code: "not_found" },
  unauthorised: { status: 401, code: "unauthorized" },
} as const;

/** The service's own answer for a missing record. */
export function missingRefusal(profile: ServiceProfile): { status: number; code: string } {
  const { status, code } = createWireFormat(profile).refusal("missing", defaultRefusals.missing);
  return { status, code };
}
