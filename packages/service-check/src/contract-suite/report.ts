import type { ShownExchange } from "#/service/probe.ts";

/** What a check came to. */
export type CheckStatus = "holds" | "does-not-hold" | "not-testable";

/** The outcome of one check. */
export interface CheckResult {
  readonly id: string;
  /** Whose word was tried: the interface's, or an entry of the profile that is documented or assumed. */
  readonly source: "interface" | "documented" | "assumed";
  /** The part of the interface, or the pointer into the profile. */
  readonly about: string;
  readonly sentence: string;
  readonly status: CheckStatus;
  /** What was seen, or why nothing could be. */
  readonly told: string;
  readonly exchanges: readonly ShownExchange[];
}

/** What a run of the suite found, in the order of the interface and then of the profile. */
export interface ContractReport {
  readonly suite: "contract";
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly profile: { readonly name: string; readonly hash: string };
  readonly probedWrites: boolean;
  readonly subjects: { readonly schedule: string | null; readonly practitioner: string | null };
  readonly counts: Readonly<Record<CheckStatus, number>>;
  readonly checks: readonly CheckResult[];
  /** What the run made and could not take away again. */
  readonly left: readonly string[];
}
