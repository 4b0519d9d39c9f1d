import type { ShownExchange } from "#/service/probe.ts";

/** The result of a check. */
export type CheckStatus = "holds" | "does-not-hold" | "not-testable";

/** The outcome of one check. */
export interface CheckResult {
  readonly id: string;
  /** What was checked: a sentence of the interface, or a documented or assumed entry of the profile. */
  readonly source: "interface" | "documented" | "assumed";
  /** The part of the interface, or the pointer into the profile. */
  readonly about: string;
  readonly sentence: string;
  readonly status: CheckStatus;
  /** What was seen, or why nothing could be. */
  readonly detail: string;
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
  /** What the run made and could not delete again. */
  readonly left: readonly string[];
}
