import type { AdoptedIndexVersion, AdoptIndexVersionInput } from "@dc/contract";
import { parseRoster, type RecordKey } from "@dc/directory";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context.ts";
import { OperationError } from "#/errors.ts";
import { readRecord } from "#/operations/records/read-record.ts";
import {
  beginRosterImport,
  refuseTooManyLines,
  ROSTER_IMPORTS,
  rosterOptions,
  toLine,
} from "#/operations/roster-imports/begin.ts";
import { insertIndexVersion, selectIndexVersion } from "#/store/index-versions.ts";
import { appendJournal } from "#/store/journal.ts";
import { json } from "#/store/json.ts";
import { selectAnyRecord } from "#/store/roster.ts";
import { storedText } from "#/store/stored-text.ts";
import { describeIndexVersion } from "./describe.ts";
import { indexSearch } from "./index-search.ts";

/** Makes an index version known by its id. The service cannot list them, so all that can be checked is whether a record reads in it. */
export async function adoptIndexVersion(
  context: RequestContext,
  input: z.output<typeof AdoptIndexVersionInput>,
): Promise<AdoptedIndexVersion> {
  const { actor, connection, deps, requestId } = context;
  refuseTooManyLines(input.roster, "/roster");
  if ((await selectIndexVersion(deps.store.db, connection.id, input.indexId)) !== undefined) throw known(input.indexId);
  const seen = await lookInside(context, input);
  const now = deps.clock.now();
  const named = {
    id: input.indexId,
    label: input.label ?? input.indexId,
    name: null,
    referrer_name: input.referrer?.name ?? null,
  };
  const adopted = await inTransaction(context, async (trx): Promise<AdoptedIndexVersion> => {
    const row = await insertIndexVersion(trx, {
      connection_id: connection.id,
      ...named,
      search: indexSearch(named),
      referrer_practitioner_id: input.referrer?.practitionerId ?? null,
      notes: storedText(input.notes),
      origin: "adopted",
      created_at: now,
      created_by: json(actor),
    });
    if (row === undefined) throw known(input.indexId);
    const roster = { text: input.roster, source: "paste" as const };
    const run =
      input.roster.trim() === ""
        ? null
        : await beginRosterImport(deps, trx, { indexId: row.id, roster, actor, requestId });
    await appendJournal(trx, {
      connectionId: connection.id,
      at: now,
      actor,
      action: "index-version.adopt",
      subject: row.id,
      indexId: row.id,
      after: { label: row.label, referrer: row.referrer_name, seen, rosterImport: run?.id ?? null },
      sentence: `${actor.name} adopted the index version “${row.label}”`,
      requestId,
    });
    return { indexVersion: await describeIndexVersion(context, trx, row), seen, rosterImportId: run?.id ?? null };
  });
  deps.background.wake(ROSTER_IMPORTS);
  return adopted;
}

/** Reads one record in it, of those that came along or are known elsewhere. Refused when the service says that there is no such index. */
async function lookInside(
  context: RequestContext,
  input: z.output<typeof AdoptIndexVersionInput>,
): Promise<AdoptedIndexVersion["seen"]> {
  const record = recordOn(context, input) ?? (await selectAnyRecord(context.deps.store.db, context.connection.id));
  if (record === undefined) return "could not check";
  const { state, failed } = await readRecord(context, { indexId: input.indexId, ...record, maxAgeS: 0 });
  if (failed?.reason === "unknown-index") {
    throw new OperationError("service_refused", failed.detail, failed.words === null ? {} : { service: failed.words });
  }
  return state === "found" ? "found" : "could not check";
}

function recordOn(
  { deps }: RequestContext,
  { roster, referrer }: z.output<typeof AdoptIndexVersionInput>,
): RecordKey | undefined {
  const line = parseRoster(roster, rosterOptions(deps))
    .lines.map(toLine)
    .find(({ state }) => state === "waiting");
  if (line?.record_type && line.record_id) return { type: line.record_type, id: line.record_id };
  return referrer === null || referrer.practitionerId === null
    ? undefined
    : { type: "practitioner", id: referrer.practitionerId };
}

function known(indexId: string): OperationError {
  return new OperationError("already_exists", `Index version ${indexId} is known here already.`);
}
