import { objectIn } from "#/service/check-session.ts";
import type { ProbeResult } from "#/service/probe.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { createdIndex } from "#/contract-suite/checks/index-checks.ts";
import { readIn, updateRequest, writtenTextIn, type WritableName } from "./writable-values.ts";

const sentences = new WeakMap<ContractSession, string>();

/** A sentence which says that the index of the trials keeps no writes; null unless a write has shown it. */
export function forgetfulIndex(session: ContractSession): string | null {
  return sentences.get(session) ?? null;
}

/**
 * Looks at an update that was accepted and did not stay: the service knew what was written, by its answer or by keeping
 * the same in an index version of the run's own, so that it is the index that forgets, and not the update that is misspelt.
 */
export async function noticeForgetfulIndex(
  session: ContractSession,
  { target, text, sent }: { readonly target: WritableName; readonly text: string; readonly sent: ProbeResult },
): Promise<void> {
  const isEchoed = writtenTextIn(session, sent, target) === text;
  if (!isEchoed && !(await isKeptInOwnIndex(session, target, text))) return;
  const why = isEchoed ? "the answer to an update has the new value" : "an index version that the run made keeps it";
  sentences.set(
    session,
    `${session.trialIndex ?? ""} keeps nothing: ${why}, and later reads have the old one, so writes are only simulated there. Give --write-index, an index version of your own, to try them`,
  );
}

async function isKeptInOwnIndex(session: ContractSession, target: WritableName, text: string): Promise<boolean> {
  if (!session.hasOperation("createIndexVersion")) return false;
  const { id: index } = await createdIndex(session, 2);
  const { type, id } = target;
  const current = index === null ? null : objectIn(await readIn(session, type, id, index));
  if (index === null || current === null) return false;
  await session.send(updateRequest(session, { ...target, current }, index, text));
  return writtenTextIn(session, await readIn(session, type, id, index), target) === text;
}
