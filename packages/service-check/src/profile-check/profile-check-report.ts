import type { Json, ProfileProblem } from "@dc/api-client";

/** A meaning in one record that was read. */
export interface MeaningSample {
  readonly id: string;
  readonly raw: Json;
  readonly decoded: Json;
}

/** What a meaning of the profile found in the records that were read. */
export interface MeaningResult {
  readonly type: string;
  readonly meaning: string;
  readonly kind: string;
  /** The record type that holds the value, and where in it. */
  readonly owner: string;
  readonly pointer: string;
  readonly status: "found" | "absent" | "misfit" | "not-read";
  readonly samples: readonly MeaningSample[];
  readonly detail: string;
}

/** What a check of a profile found; `problems` point into the profile and say what to change. */
export interface ProfileCheckReport {
  readonly profile: { readonly name: string; readonly hash: string };
  readonly baseUrl: string;
  readonly index: string | null;
  readonly calls: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number | null;
    readonly variant: string | null;
  }[];
  readonly meanings: readonly MeaningResult[];
  /** Members of records that no entry of the profile names. */
  readonly unnamed: readonly { readonly type: string; readonly pointer: string; readonly sample: string }[];
  readonly problems: readonly ProfileProblem[];
  /** Whether an answer showed that the service takes the key; where it refuses it, that is a problem. */
  readonly isKeyProven: boolean;
  /** What could not be tested, and what is needed for it. */
  readonly notTried: readonly string[];
}
