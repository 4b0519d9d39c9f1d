import type { ProfileReading } from "@dc/contract";

/** What a dry run without findings has tried, in one sentence; null if there is something to change. */
export function dryRunSummary({ problems, meanings, calls, notTried }: ProfileReading): string | null {
  if (problems.length > 0 || meanings.some(({ status }) => status === "misfit")) return null;
  const read = new Set(meanings.flatMap(({ owner, samples }) => samples.map(({ id }) => `${owner} ${id}`)));
  const records = read.size === 1 ? "1 record" : `${read.size} records`;
  const asked = calls.length === 1 ? "1 call" : `${calls.length} calls`;
  return `Nothing to change: ${records}, open slots, pages of lists and errors were tried in ${asked}${notTried.length === 0 ? "" : ", except as listed below"}.`;
}
