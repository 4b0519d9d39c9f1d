import type { NameChoiceInput } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import { deleteNameChoice, selectNameChoice, upsertNameChoice } from "#/store/tables/directories/known-names.ts";
import { selectRosterEntries } from "#/store/tables/directories/roster.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { cellSpelling, scheduleSpelling } from "./spelling.ts";

/** Remembers which practitioner, or schedule of one, a text of sheets means in a directory, or forgets it. */
export async function keepNameChoice(
  context: RequestContext,
  indexId: string,
  { text, practitionerId, record }: z.output<typeof NameChoiceInput>,
): Promise<void> {
  const { actor, connection, deps } = context;
  const { db } = deps.store;
  await loadIndexVersion(context, indexId);
  let name: string | null = null;
  if (record !== null) {
    const of = { connectionId: connection.id, indexId, type: record.type, ids: [record.id] };
    const [entry] = await selectRosterEntries(db, of);
    const isMeant =
      practitionerId === null
        ? record.type === "practitioner"
        : record.type === "schedule" && entry?.practitioner_id === practitionerId;
    if (entry === undefined || !isMeant) throw operationError("not_found", "roster-record", { ...record });
    name = entry.name ?? record.id;
  }
  const isNumber = askedDigits(text, deps.service.profile.defaultRegion) !== null;
  const spelling = practitionerId === null ? cellSpelling(text, isNumber) : scheduleSpelling(practitionerId, text);
  const choice = { connectionId: connection.id, indexId, spelling };
  await inTransaction(context, async (trx) => {
    const before = (await selectNameChoice(trx, choice)) ?? null;
    if (before === (record === null ? null : recordKey(record))) return;
    if (record === null) await deleteNameChoice(trx, choice);
    else await upsertNameChoice(trx, { ...choice, record, actor, now: deps.clock.now() });
    await journal(context, trx, {
      subject: indexId,
      indexId,
      before: before === null ? null : { text, record: before },
      after: { text, record: record === null ? null : { ...record } },
      message:
        name === null
          ? { code: "roster.forget-name", params: { by: actor.name, text } }
          : { code: "roster.name", params: { by: actor.name, text, name } },
    });
  });
}
