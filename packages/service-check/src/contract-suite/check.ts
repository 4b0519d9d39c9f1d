import type { ProbeResult } from "#/service/probe.ts";
import type { ContractSession } from "./contract-session.ts";
import type { CheckStatus } from "./report.ts";

/** The result of one check, with the calls that show it. */
export interface Finding {
  readonly status: CheckStatus;
  readonly detail: string;
  readonly evidence: readonly ProbeResult[];
}

/** One sentence of the interface, and how it is checked. */
export interface Check {
  readonly id: string;
  readonly about: string;
  readonly sentence: string;
  /** Checks that this one depends on; when one of them does not hold, this one is not testable. */
  readonly needs?: readonly string[];
  readonly writes?: boolean;
  run(session: ContractSession): Promise<Finding>;
}

export function holds(detail: string, ...evidence: readonly ProbeResult[]): Finding {
  return { status: "holds", detail, evidence };
}

export function fails(detail: string, ...evidence: readonly ProbeResult[]): Finding {
  return { status: "does-not-hold", detail, evidence };
}

export function untested(detail: string, ...evidence: readonly ProbeResult[]): Finding {
  return { status: "not-testable", detail, evidence };
}

/** Says that a check needs the id of a record, and how to give it. */
export function needsId(type: string): string {
  const article = /^[aeiou]/i.test(type) ? "an" : "a";
  const isGiven = type === "schedule" || type === "practitioner";
  return `needs the id of ${article} ${type}: ${isGiven ? `give --${type}` : "no list returns one, and no record that was read refers to one"}`;
}

/** The same for a check that needs either of two types. */
export const needsAnyId = "needs the id of a schedule or a practitioner: give --schedule or --practitioner";

/** Says that a check writes, and how to give the index for that. */
export const needsTrialIndex = "the profile names no test index: give --write-index, an index version of your own";

/** Says that an entry of the profile has to be right first. */
export function needsEntry(pointer: string, ...evidence: readonly ProbeResult[]): Finding {
  return untested(`cannot be judged before the profile is right: see ${pointer}`, ...evidence);
}

/** A sentence that no request can check. */
export function untestableCheck(id: string, about: string, sentence: string, why: string): Check {
  return { id, about, sentence, run: () => Promise.resolve(untested(why)) };
}

/** What a check found, unless the service put its calls off or failed: then it could not be tried. */
export function unlessUndecided(finding: Finding, calls: readonly ProbeResult[]): Finding {
  const relevant = finding.status === "holds" ? finding.evidence : [...finding.evidence, ...calls];
  const open = relevant.find(({ undecided }) => undecided !== null);
  if (open === undefined) return finding;
  const { method, path } = open.shown;
  return untested(`could not be tried: ${open.undecided ?? ""}, at ${method} ${path}`, open);
}
