import { createWireFormat, type ServiceProfile } from "@dc/api-client";

/** How we refuse where the profile does not say how the service does. */
export const defaultRefusals = {
  missing: { status: 404, code: "not_found" },
  "unknown-index": { status: 404, code: "not_found" },
  unauthorised: { status: 401, code: "unauthorized" },
} as const;

/** How readers are told that there is no such record: as the service tells it. */
export function missingRefusal(profile: ServiceProfile): { status: number; code: string } {
  return createWireFormat(profile).refusal("missing", defaultRefusals.missing);
}
