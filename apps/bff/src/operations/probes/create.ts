import type { CreateProbeInput, Probe } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { upsertProofs, selectProbeSubjects } from "#/store/tables/proofs.ts";
import { toServiceFailure } from "#/upstream/service-failure.ts";
import { provenOperations } from "#/operations/probes/internal/proven-operations.ts";

const running = new Set<string>();

/** Tries what the service can do: reads with a record of a roster, and in test mode, when asked, writes in the test index alone. */
export async function createProbe(context: RequestContext, { writes }: CreateProbeInput): Promise<Probe> {
  const { actor, connection, deps, requestId } = context;
  const { profile } = deps.service;
  if (writes && (connection.mode !== "test" || profile.testIndex === null))
    throw new OperationError("wrong_state", "Writes can only be probed in test mode, in the test index.");
  if (running.has(connection.id))
    throw new OperationError("wrong_state", "A probe is already running. Wait until it has finished.");
  running.add(connection.id);
  try {
    const subjects = await selectProbeSubjects(deps.store.db, connection.id, profile.standardIndex);
    const report = await deps.service.probe({ writes, ...subjects });
    const at = deps.clock.now();
    const { proofs, disproven } = provenOperations(report.checks, {
      profile: profile.data,
      writesIn: writes ? profile.testIndex : null,
    });
    const probe: Probe = {
      at: at.toISOString(),
      writes,
      subjects: { schedule: report.subjects.schedule, practitioner: report.subjects.practitioner },
      indexId: writes ? profile.testIndex : null,
      proven: proofs.map(({ operation }) => operation),
      checks: report.checks.map(({ id, about, sentence, status, told }) => ({ id, about, sentence, status, told })),
      left: [...report.left],
    };
    await inTransaction(context, async (trx) => {
      await upsertProofs(trx, { connectionId: connection.id, profileHash: profile.hash, at, proofs, disproven });
      const { holds, "does-not-hold": broken } = report.counts;
      await appendJournal(trx, {
        connectionId: connection.id,
        at,
        actor,
        action: "probe.run",
        subject: connection.id,
        indexId: probe.indexId,
        message: { code: "probe.run", params: { by: actor.name, writes, holds, broken, proven: proofs.length } },
        after: { profileHash: profile.hash, counts: report.counts, proven: probe.proven, left: probe.left },
        requestId,
      });
    });
    return probe;
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    throw new OperationError(failure.code, failure.detail, failure.words === null ? {} : { service: failure.words });
  } finally {
    running.delete(connection.id);
  }
}
