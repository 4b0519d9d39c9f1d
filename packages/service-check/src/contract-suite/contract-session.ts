import { openCheckSession, type CheckSession, type ServiceUnderCheck } from "#/service/check-session.ts";
import { ServiceCheckError } from "#/service/connection-problem.ts";

/** What a run of the contract suite is given. */
export interface ContractSuiteOptions extends ServiceUnderCheck {
  /** The key of another developer, to whom index versions must stay invisible. */
  readonly otherKey?: string;
  readonly schedule?: string;
  readonly practitioner?: string;
  /** Writes in the test index, and makes index versions, a patient and an appointment. Only with a key of test mode. */
  readonly probeWrites?: boolean;
  /** The index version to write to, instead of the profile's test index. */
  readonly writeIndex?: string;
  /** Changes a record in the standard index, where whoever runs the suite can do that. */
  readonly changeStandardRecord?: (record: { readonly type: string; readonly id: string }) => Promise<void>;
}

/** A session whose checks may write, and that cleans up what they made. */
export interface ContractSession extends CheckSession {
  readonly hasOtherKey: boolean;
  readonly mayWrite: boolean;
  /** The index that checks write to: one of the developer's own, else the test index; null where there is neither. */
  readonly trialIndex: string | null;
  readonly changeStandardRecord: NonNullable<ContractSuiteOptions["changeStandardRecord"]> | null;
  /** Run in reverse order once all checks have run. */
  readonly cleanUps: (() => Promise<void>)[];
  /** What was made and could not be deleted again, in words. */
  readonly leftovers: string[];
}

/** Opens a session for a run of the contract suite. */
export function openContractSession(options: ContractSuiteOptions): ContractSession {
  const { profile } = options;
  const { standard, prefix, test } = profile.data.indexes;
  const { writeIndex } = options;
  if (writeIndex === standard)
    throw new ServiceCheckError(
      `The index to write to is "${writeIndex}", the standard index, which cannot be changed.`,
    );
  if (writeIndex !== undefined && writeIndex !== test && !writeIndex.startsWith(prefix))
    throw new ServiceCheckError(
      `The index to write to is "${writeIndex}"; the id of an index version starts with "${prefix}" (/indexes/prefix).`,
    );
  return {
    ...openCheckSession(options),
    hasOtherKey: options.otherKey !== undefined,
    mayWrite: options.probeWrites ?? false,
    trialIndex: options.writeIndex ?? profile.testIndex,
    changeStandardRecord: options.changeStandardRecord ?? null,
    cleanUps: [],
    leftovers: [],
  };
}
