/** What a check came to. */
export type CheckStatus = "holds" | "does-not-hold" | "not-testable";

/** One request and its answer, fit to be shown: no key, no patients' data, no id that changes from run to run. */
export interface ShownExchange {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The index that the request named; null when it carried no index header. */
  readonly index: string | null;
  /** What was done differently on purpose, such as leaving a header out. */
  readonly variant: string | null;
  readonly requestBody: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly answer: string | null;
}

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
