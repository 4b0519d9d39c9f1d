import { operationVariables } from "#/profile/operation-names.ts";
import type { ServiceProfile } from "#/profile/profile.ts";

/** `documented` by the interface, `configured` by the profile alone, `stub` when the profile has no such operation. */
export type CapabilityState = "documented" | "configured" | "stub";

/** Whether the service has an operation, according to the profile. */
export interface Capability {
  readonly operation: string;
  readonly state: CapabilityState;
  /** True when the spelling is our assumption, not the interface's word. */
  readonly isAssumed: boolean;
  readonly note: string | null;
  readonly method: string | null;
  readonly path: string | null;
}

/** The capability of one operation. */
export function capabilityOf(profile: ServiceProfile, operation: string): Capability {
  const spelled = Object.hasOwn(profile.data.operations, operation) ? profile.data.operations[operation] : undefined;
  if (spelled === undefined)
    return { operation, state: "stub", isAssumed: false, note: null, method: null, path: null };
  const isDocumented = spelled.status === "documented";
  return {
    operation,
    state: isDocumented ? "documented" : "configured",
    isAssumed: !isDocumented,
    note: spelled.note ?? null,
    method: spelled.method,
    path: spelled.path,
  };
}

/** The capability of every operation that this profile's record types give rise to. */
export function capabilitiesOf(profile: ServiceProfile): readonly Capability[] {
  return [...operationVariables(profile.data.records).keys()].map((operation) => capabilityOf(profile, operation));
}
