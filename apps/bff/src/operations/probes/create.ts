import type { CreateProbeInput, Probe } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { journal } from "#/context/journal.ts";
import { type NewProof, selectProbeSubjects, upsertProofs } from "#/store/tables/changes/proofs.ts";
import type { CheckResult, ServiceProfile } from "#/upstream/service.ts";
import { toServiceFailure } from "#/upstream/service-failure.ts";

const running = new Set<string>();

/**
 * Tests what the service can do: reads a record of a roster, and on request in test mode also writes, in the test index
 * only.
 */
export async function createProbe(context: RequestContext, { writes }: CreateProbeInput): Promise<Probe> {
  const { actor, connection, deps } = context;
  const { profile } = deps.service;
  if (writes && (connection.mode !== "test" || profile.testIndex === null))
    throw operationError("wrong_state", "probe-outside-test-index");
  if (running.has(connection.id)) throw operationError("wrong_state", "probe-running");
  running.add(connection.id);
  try {
    const subjects = await selectProbeSubjects(deps.store.db, connection.id, profile.standardIndex);
    const report = await deps.service.probe({ writes, ...subjects });
    const now = deps.clock.now();
    const { proofs, disproven } = provenOperations(report.checks, {
      profile: profile.data,
      writesIn: writes ? profile.testIndex : null,
    });
    const probe: Probe = {
      at: now.toISOString(),
      writes,
      subjects: { schedule: report.subjects.schedule, practitioner: report.subjects.practitioner },
      indexId: writes ? profile.testIndex : null,
      proven: proofs.map(({ operation }) => operation),
      checks: report.checks.map(({ id, about, sentence, status, detail }) => ({ id, about, sentence, status, detail })),
      left: [...report.left],
    };
    await inTransaction(context, async (trx) => {
      await upsertProofs(trx, { connectionId: connection.id, profileHash: profile.hash, at: now, proofs, disproven });
      const { holds, "does-not-hold": broken } = report.counts;
      await journal(context, trx, {
        subject: connection.id,
        indexId: probe.indexId,
        message: { code: "probe.run", params: { by: actor.name, writes, holds, broken, proven: proofs.length } },
        after: { profileHash: profile.hash, counts: report.counts, proven: probe.proven, left: probe.left },
      });
    });
    return probe;
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    throw new OperationError(failure.code, failure.detail, { service: failure.words });
  } finally {
    running.delete(connection.id);
  }
}

/**
 * An operation is proven if it was accepted as the profile describes it in a check that holds, and none of its checks
 * fails. Deliberate deviations of a check, such as leaving out a header, prove nothing.
 */
function provenOperations(
  checks: readonly CheckResult[],
  { profile, writesIn }: { profile: ServiceProfile["data"]; writesIn: string | null },
): { proofs: NewProof[]; disproven: string[] } {
  const proofs = new Map<string, { indexId: string | null; checkIds: Set<string> }>();
  const failed = new Set<string>();
  for (const { id, status, exchanges } of checks) {
    for (const { operation, status: answered, variant, method } of exchanges) {
      if (variant !== null) continue;
      const success = profile.operations[operation]?.success;
      if (status === "does-not-hold") failed.add(operation);
      if (status !== "holds" || answered === null || success?.includes(answered) !== true) continue;
      const proof = proofs.get(operation) ?? { indexId: method === "GET" ? null : writesIn, checkIds: new Set() };
      proof.checkIds.add(id);
      proofs.set(operation, proof);
    }
  }
  return {
    proofs: [...proofs]
      .filter(([operation]) => !failed.has(operation))
      .map(([operation, { indexId, checkIds }]) => ({ operation, indexId, checkIds: [...checkIds] })),
    disproven: [...failed],
  };
}
