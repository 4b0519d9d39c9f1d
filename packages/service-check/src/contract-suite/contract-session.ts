import { createProfile } from "@dc/api-client";
import { openCheckSession, type CheckSession, type ServiceUnderCheck } from "#/service/check-session.ts";

/** What a run of the contract suite is given. */
export interface ContractSuiteOptions extends ServiceUnderCheck {
  /** The key of another developer, to whom index versions must stay invisible. */
  readonly otherKey?: string;
  readonly schedule?: string;
  readonly practitioner?: string;
  /** Writes in the test index, and makes index versions, a patient and an appointment. Only with a key of test mode. */
  readonly probeWrites?: boolean;
  /** Changes a record in the standard index, where whoever runs the suite can do that. */
  readonly changeStandardRecord?: (record: { readonly type: string; readonly id: string }) => Promise<void>;
}

/** A session whose checks may write, and that cleans up what they made. */
export interface ContractSession extends CheckSession {
  readonly hasOtherKey: boolean;
  readonly mayWrite: boolean;
  readonly changeStandardRecord: NonNullable<ContractSuiteOptions["changeStandardRecord"]> | null;
  /** Run in reverse order once all checks have run. */
  readonly cleanUps: (() => Promise<void>)[];
  /** What was made and could not be deleted again, in words. */
  readonly leftovers: string[];
}

/** Opens a session for a run of the contract suite. */
export function openContractSession(options: ContractSuiteOptions): ContractSession {
  // Numbers are written in the format that the service itself gave them, whatever the profile asks for.
  const profile = createProfile(options.profile.data, { formatPhone: (number) => number });
  return {
    ...openCheckSession({ ...options, profile }),
    hasOtherKey: options.otherKey !== undefined,
    mayWrite: options.probeWrites ?? false,
    changeStandardRecord: options.changeStandardRecord ?? null,
    cleanUps: [],
    leftovers: [],
  };
}
