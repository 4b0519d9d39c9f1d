import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { insertBrief } from "#/store/tables/directories/briefs.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";

/** Remembers that a brief was printed, so that the next one tells what changed since. */
export async function makeBrief(context: RequestContext, indexId: string): Promise<void> {
  const { actor, connection, deps } = context;
  const index = await loadIndexVersion(context, indexId);
  refuseStandard(index);
  await inTransaction(context, async (trx) => {
    await insertBrief(trx, { connectionId: connection.id, indexId }, { at: deps.clock.now(), by: actor, how: "print" });
    await journal(context, trx, {
      subject: indexId,
      indexId,
      message: { code: "brief.make", params: { by: actor.name, index: index.label, how: "print" } },
    });
  });
}
